package org.hloexplorer.pipeline.llvm;

import static org.bytedeco.llvm.global.LLVM.LLVMGetDefaultTargetTriple;
import static org.bytedeco.llvm.global.LLVM.LLVMGetHostCPUFeatures;
import static org.bytedeco.llvm.global.LLVM.LLVMGetHostCPUName;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What code is generated for, in LLVM's words.
 *
 * @param triple such as {@code x86_64-unknown-linux-gnu}
 * @param cpu such as {@code znver5}
 * @param features such as {@code +avx512f,-sse4a}
 */
public record Target(String triple, String cpu, String features) {
    /** Features that a processor prefers, rather than has. */
    private static final String TUNING = "prefer-";

    /** This machine. */
    public static Target host() {
        Llvm.load();
        var cpu = Llvm.take(LLVMGetHostCPUName());
        return new Target(
                Llvm.take(LLVMGetDefaultTargetTriple()), cpu, Llvm.take(LLVMGetHostCPUFeatures()) + tuning(cpu));
    }

    /** AMD's processors gather in microcode, at several times the cost of one load after the other. */
    private static String tuning(String cpu) {
        return cpu.startsWith("znver") ? ",+prefer-no-gather,+prefer-no-scatter" : "";
    }

    /** Whether it is a graphics processor. */
    boolean isDevice() {
        return triple.startsWith("nvptx") || triple.startsWith("amdgcn");
    }

    /** Whether the processor has a feature, by LLVM's name for it. */
    public boolean has(String feature) {
        return enabledFeatures().contains(feature);
    }

    /** Width of the widest vector register, in bits. */
    public int vectorBits() {
        return has("avx512f") ? 512 : has("avx") ? 256 : 128;
    }

    /** Number of architectural vector registers of that width. */
    public int vectorRegisters() {
        return has("avx512f") || triple.startsWith("aarch64") || triple.startsWith("arm64") ? 32 : 16;
    }

    /** Features that this code uses and another processor has not, in order. */
    public List<String> missingOn(Target other) {
        var there = other.enabledFeatures();
        return enabledFeatures().stream()
                .filter(feature -> !feature.startsWith(TUNING))
                .filter(feature -> !there.contains(feature))
                .sorted()
                .toList();
    }

    private Set<String> enabledFeatures() {
        return Stream.of(features.split(",", -1))
                .filter(feature -> feature.startsWith("+"))
                .map(feature -> feature.substring(1))
                .collect(Collectors.toUnmodifiableSet());
    }
}
