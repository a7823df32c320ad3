package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.pipeline.rewrite.Refusal.because;

import java.util.List;
import java.util.Optional;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.Refusal;

/** What switches whole groups of rules on. */
public final class AlgebraicOptions {
    private AlgebraicOptions() {}

    /** XLA's {@code enable_fast_math}. */
    public static final Option<Boolean> FAST_MATH = Option.flag(
            "algsimp.fast-math", false, "takes floating-point numbers for real ones, as xla_cpu_enable_fast_math does");

    /** XLA's {@code is_layout_sensitive}. */
    public static final Option<Boolean> LAYOUT_SENSITIVE = Option.flag(
            "algsimp.layout-sensitive", false, "keeps layouts as they are, as it must after layout assignment");

    /** XLA's {@code enable_dot_strength_reduction}. */
    public static final Option<Boolean> DOT_STRENGTH_REDUCTION = Option.flag(
            "algsimp.dot-strength-reduction", false, "turns products with vectors into multiplications and reductions");

    /** XLA's {@code executing_on_cpu}. */
    public static final Option<Boolean> EXECUTING_ON_CPU = Option.flag(
            "algsimp.executing-on-cpu", false, "divides by a broadcast as XLA's compiler for the CPU alone does");

    public static final List<Option<?>> ALL =
            List.of(FAST_MATH, LAYOUT_SENSITIVE, DOT_STRENGTH_REDUCTION, EXECUTING_ON_CPU);

    /** Holds where fast math is on. */
    static Optional<Refusal> fastMath(Match match) {
        return match.editor().context().option(FAST_MATH)
                ? Optional.empty()
                : Optional.of(because("fast math is off (algsimp.fast-math), and this changes what overflows"));
    }

    /** Holds where the rules of XLA's compiler for the CPU are wanted. */
    static Optional<Refusal> executingOnCpu(Match match) {
        return match.editor().context().option(EXECUTING_ON_CPU)
                ? Optional.empty()
                : Optional.of(because("only XLA's compiler for the CPU does so (algsimp.executing-on-cpu)"));
    }

    /** Holds before layout assignment. */
    static Optional<Refusal> anyLayout(Match match) {
        return match.editor().context().option(LAYOUT_SENSITIVE)
                ? Optional.of(because("layouts are assigned already, and this would change one"))
                : Optional.empty();
    }

    static boolean isLayoutSensitive(Match match) {
        return match.editor().context().option(LAYOUT_SENSITIVE);
    }
}
