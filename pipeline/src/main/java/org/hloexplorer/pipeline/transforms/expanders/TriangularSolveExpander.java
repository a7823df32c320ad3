package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.hlo.HloOpcode.DIVIDE;
import static org.hloexplorer.hlo.HloOpcode.SUBTRACT;
import static org.hloexplorer.hlo.HloOpcode.TRIANGULAR_SOLVE;
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

/** Solves triangular systems row by row in a loop. XLA inverts diagonal blocks, which rounds otherwise. */
public final class TriangularSolveExpander {
    private TriangularSolveExpander() {}

    private static final Capture A = new Capture("a");
    private static final Capture B = new Capture("b");

    static final RewriteRule EXPAND_TRIANGULAR_SOLVE = rule(
                    "expand-triangular-solve",
                    "triangular-solve(a, b) → for each row i: x[i,:] = (b[i,:] - a[i,:] * x) / a[i,i]",
                    op(TRIANGULAR_SOLVE, A, B),
                    TriangularSolveExpander::expanded)
            .provided(m -> m.type().isFloating(), "conjugates of complex numbers are left to the library")
            .changing(ROUNDING);

    public static final HloPass PASS =
            RulePass.of("triangular_solve_expander", "solves triangular systems row by row", EXPAND_TRIANGULAR_SOLVE);

    /** A system a·x = b with the unknowns on the right, and whether it is solved from the first row on. */
    private record Equations(HloInstruction a, HloInstruction b, boolean isForward, boolean isUnit) {}

    private static HloInstruction expanded(Match match) {
        var op = (HloOp.TriangularSolve) match.root().op();
        var matrices = new Matrices(Emitter.at(match));
        boolean isTransposed = !op.transposeA().equals("NO_TRANSPOSE") ^ !op.leftSide();
        var a = isTransposed ? matrices.transposed(match.get(A)) : match.get(A);
        var b = op.leftSide() ? match.get(B) : matrices.transposed(match.get(B));
        var x = solution(matrices, new Equations(a, b, op.lower() ^ isTransposed, op.unitDiagonal()));
        return op.leftSide() ? x : matrices.transposed(x);
    }

    private static HloInstruction solution(Matrices matrices, Equations system) {
        var emitter = matrices.emitter();
        long n = Matrices.rows(system.a());
        var none = emitter.filled(0, system.b().shape());
        var state = List.of(none, triangle(matrices, system), system.b());
        return CountedLoop.run(emitter, n, state, (inside, round, before) -> {
                    var i = system.isForward() ? round : inside.map(SUBTRACT, inside.index(n - 1), round);
                    return List.of(row(inside, before, i, system.isUnit()), before.get(1), before.get(2));
                })
                .getFirst();
    }

    /** The half that counts; whatever stands in the other is not even multiplied by zero. */
    private static HloInstruction triangle(Matrices matrices, Equations system) {
        var a = system.a();
        var emitter = matrices.emitter();
        var counts = emitter.compare(
                system.isForward() ? ComparisonDirection.GE : ComparisonDirection.LE,
                matrices.rowNumbers(a),
                matrices.columnNumbers(a));
        return emitter.select(counts, a, emitter.filled(0, a.shape()));
    }

    /** The solution with one more row: those that are not solved yet are zero. */
    private static HloInstruction row(Emitter emitter, List<HloInstruction> before, HloInstruction i, boolean isUnit) {
        var matrices = new Matrices(emitter);
        var x = before.get(0);
        var a = before.get(1);
        var zero = emitter.index(0);
        var known = matrices.product(matrices.part(a, i, zero, 1, Matrices.columns(a)), x);
        var rest = emitter.map(SUBTRACT, matrices.part(before.get(2), i, zero, 1, Matrices.columns(x)), known);
        var diagonal = matrices.part(a, i, i, 1, 1);
        var solved = isUnit ? rest : emitter.map(DIVIDE, rest, matrices.repeated(diagonal, rest.shape()));
        return matrices.withPart(x, solved, i, zero);
    }
}
