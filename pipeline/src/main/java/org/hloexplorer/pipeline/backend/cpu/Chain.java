package org.hloexplorer.pipeline.backend.cpu;

/**
 * A step of arithmetic that is repeated on what it gave before, as LLVM IR: {@code %n0} from {@code %a0}, {@code %scale} and
 * {@code %shift}.
 *
 * @param type of what goes from step to step
 * @param operand type of {@code %scale} and {@code %shift}
 * @param lanes at once
 * @param flops of a step
 * @param form of a step: {@code #} stands for the chain's number
 */
record Chain(String type, String operand, int lanes, long flops, String form, String declaration) {

    /** Multiplies and adds in one instruction. */
    static Chain fused(String element, int lanes) {
        var type = type(element, lanes);
        var function =
                "@llvm.fma.%s%s".formatted(lanes == 1 ? "" : "v" + lanes, element.equals("double") ? "f64" : "f32");
        return new Chain(
                type,
                type,
                lanes,
                2L * lanes,
                "  %%n# = call %1$s %2$s(%1$s %%a#, %1$s %%scale, %1$s %%shift)\n".formatted(type, function),
                "declare %1$s %2$s(%1$s, %1$s, %1$s)".formatted(type, function));
    }

    /** Multiplies, rounds and adds. */
    static Chain separate(String element, int lanes) {
        var type = type(element, lanes);
        var form = "  %%m# = fmul %1$s %%a#, %%scale\n  %%n# = fadd %1$s %%m#, %%shift\n".formatted(type);
        return new Chain(type, type, lanes, 2L * lanes, form, "");
    }

    /** Adds two products of bf16 to each lane. */
    static Chain dot(int vectorBits) {
        int lanes = vectorBits / 32;
        var type = type("float", lanes);
        // LLVM's signature has f32 lanes of sums and twice as many of bf16.
        var pairs = type("bfloat", 2 * lanes);
        var function = "@llvm.x86.avx512bf16.dpbf16ps.%d".formatted(vectorBits);
        return new Chain(
                type,
                pairs,
                lanes,
                4L * lanes,
                "  %%n# = call %1$s %2$s(%1$s %%a#, %3$s %%scale, %3$s %%shift)\n".formatted(type, function, pairs),
                "declare %1$s %2$s(%1$s, %3$s, %3$s)".formatted(type, function, pairs));
    }

    /** Where a chain begins: each at another number, so that no two are the same. */
    String first(int chain) {
        return lanes == 1
                ? chain + ".0"
                : "splat (%s %d.0)".formatted(type.contains("double") ? "double" : "float", chain);
    }

    String step(int chain) {
        return form.replace("#", Integer.toString(chain));
    }

    private static String type(String element, int lanes) {
        return lanes == 1 ? element : "<%d x %s>".formatted(lanes, element);
    }
}
