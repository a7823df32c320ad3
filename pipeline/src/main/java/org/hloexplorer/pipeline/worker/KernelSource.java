package org.hloexplorer.pipeline.worker;

/**
 * A kernel to compile.
 *
 * <p>The symbol is a function {@code void (ptr arguments, ptr scratch, i64 begin, i64 end)}: arguments points to one
 * pointer per buffer, scratch to memory of the calling thread alone, and the kernel does the part of its outermost loop
 * from begin (included) to end (excluded).
 *
 * @param name what people call it: the name of an HLO instruction
 * @param symbol the function to call; no other kernel of the same program defines it
 * @param ir LLVM IR as text
 */
public record KernelSource(String name, String symbol, String ir) {}
