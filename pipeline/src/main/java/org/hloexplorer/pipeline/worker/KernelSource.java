package org.hloexplorer.pipeline.worker;

/**
 * A kernel to compile, for this machine's processor or for a device.
 *
 * <p>For the processor the symbol is a function {@code void (ptr arguments, ptr scratch, i64 begin, i64 end)}: arguments points to one
 * pointer per buffer, scratch to memory of the calling thread alone, and the kernel does the part of its outermost loop
 * from begin (included) to end (excluded). For a device it is a kernel that takes a buffer for each
 * argument, and then one of scratch memory where it needs any.
 *
 * @param name what people call it: the name of an HLO instruction
 * @param symbol the function to call; no other kernel of the same program defines it
 * @param ir LLVM IR as text, or the text of a function in the device's language
 */
public record KernelSource(String name, String symbol, String ir) {}
