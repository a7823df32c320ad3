package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.hlo.HloOpcode.CHOLESKY;
import static org.hloexplorer.hlo.HloOpcode.DIVIDE;
import static org.hloexplorer.hlo.HloOpcode.SQRT;
import static org.hloexplorer.hlo.HloOpcode.SUBTRACT;
import static org.hloexplorer.pipeline.Effect.ROUNDING;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.CountedLoop;
import org.hloexplorer.pipeline.transforms.Emitter;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Writes a Cholesky decomposition as a loop over columns. XLA takes the columns in blocks of 128; the sums are the same. */
public final class CholeskyExpander {
    private CholeskyExpander() {}

    private static final Capture A = new Capture("a");

    static final RewriteRule EXPAND_CHOLESKY = rule(
                    "expand-cholesky",
                    "cholesky(a) → for each column j: (a[:,j] - l * l[j,:]) / sqrt(a[j,j] - l[j,:] * l[j,:])",
                    op(CHOLESKY, A),
                    CholeskyExpander::expanded)
            .provided(m -> m.type().isFloating(), "conjugates of complex numbers are left to the library")
            .changing(ROUNDING);

    public static final HloPass PASS =
            RulePass.of("cholesky_expander", "writes Cholesky decompositions as loops", EXPAND_CHOLESKY);

    private static HloInstruction expanded(Match match) {
        boolean isLower = ((HloOp.Cholesky) match.root().op()).lower();
        var emitter = Emitter.at(match);
        var matrices = new Matrices(emitter);
        var a = isLower ? match.get(A) : matrices.transposed(match.get(A));
        var empty = emitter.filled(0, a.shape());
        var lower = CountedLoop.run(
                        emitter,
                        Matrices.rows(a),
                        List.of(empty, a),
                        (inside, j, before) -> List.of(column(inside, before.get(0), before.get(1), j), before.get(1)))
                .getFirst();
        return isLower ? lower : matrices.transposed(lower);
    }

    /** The factor with one more column. */
    private static HloInstruction column(Emitter emitter, HloInstruction lower, HloInstruction a, HloInstruction j) {
        var matrices = new Matrices(emitter);
        var zero = emitter.index(0);
        long n = Matrices.rows(a);
        var row = matrices.part(lower, j, zero, 1, n);
        var explained = matrices.product(lower, matrices.transposed(row));
        var rest = emitter.map(SUBTRACT, matrices.part(a, zero, j, n, 1), explained);
        var diagonal = emitter.map(SQRT, matrices.part(rest, j, zero, 1, 1));
        var scaled = emitter.map(DIVIDE, rest, matrices.repeated(diagonal, rest.shape()));
        var isBelow = emitter.compare(
                ComparisonDirection.GE,
                matrices.rowNumbers(rest),
                emitter.spread(j, matrices.rowNumbers(rest).shape()));
        return matrices.withPart(lower, emitter.select(isBelow, scaled, emitter.filled(0, scaled.shape())), zero, j);
    }
}
