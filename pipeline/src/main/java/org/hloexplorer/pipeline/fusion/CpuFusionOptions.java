package org.hloexplorer.pipeline.fusion;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.PassContext;

/**
 * The limits of fusion on the CPU.
 *
 * @param codeDuplication how often the code of one producer may be emitted
 * @param concatenateOperands how many operands a concatenation in a fusion may have
 * @param minorConcatenate the size from which concatenating along the innermost dimension is left to a copy loop
 * @param reductions how many reductions a fusion may hold before it takes another instruction
 * @param dotVectorBytes the size a vector must stay below for a product with it to be emitted as a loop
 */
record CpuFusionOptions(
        long codeDuplication, long concatenateOperands, long minorConcatenate, long reductions, long dotVectorBytes) {

    private static final Option<Long> CODE_DUPLICATION = Option.count(
            "fusion.max-code-duplication", 15, "how often a fusion may emit the code of one producer; XLA's is 15");
    private static final Option<Long> CONCATENATE_OPERANDS = Option.count(
            "fusion.max-concatenate-operands", 8, "operands of a concatenation that may be fused; XLA's is 8");
    private static final Option<Long> MINOR_CONCATENATE = Option.count(
            "fusion.minor-concatenate-limit",
            128,
            "elements from which concatenating along the innermost dimension is not fused; XLA's is 128");
    private static final Option<Long> REDUCTIONS =
            Option.count("fusion.max-reductions", 5, "reductions in a fusion that may still grow; XLA's is 5");
    private static final Option<Long> DOT_VECTOR_BYTES = Option.count(
            "fusion.dot-vector-bytes",
            16 * 1024,
            "bytes below which a vector lets its product with a matrix be fused; XLA's is 16384");
    static final List<Option<?>> ALL =
            List.of(CODE_DUPLICATION, CONCATENATE_OPERANDS, MINOR_CONCATENATE, REDUCTIONS, DOT_VECTOR_BYTES);

    /** The knob that moves the limit of a number compared, by the number's name. */
    private static final Map<String, Option<Long>> KNOBS = Map.of(
            CpuFusionChecks.COPIES, CODE_DUPLICATION,
            CpuFusionChecks.OPERANDS, CONCATENATE_OPERANDS,
            CpuFusionChecks.INNERMOST, MINOR_CONCATENATE,
            CpuFusionChecks.REDUCTIONS, REDUCTIONS,
            CpuFusionChecks.VECTOR_BYTES, DOT_VECTOR_BYTES);

    static Optional<Option<?>> knob(String quantity) {
        return Optional.ofNullable(KNOBS.get(quantity));
    }

    static CpuFusionOptions of(PassContext context) {
        return new CpuFusionOptions(
                context.option(CODE_DUPLICATION),
                context.option(CONCATENATE_OPERANDS),
                context.option(MINOR_CONCATENATE),
                context.option(REDUCTIONS),
                context.option(DOT_VECTOR_BYTES));
    }
}
