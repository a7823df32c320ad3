package org.hloexplorer.pipeline.transforms.layout;

import static org.hloexplorer.hlo.HloOpcode.COPY;
import static org.hloexplorer.hlo.HloOpcode.REDUCE;
import static org.hloexplorer.pipeline.rewrite.Patterns.any;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Refusal.because;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.Optional;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.Refusal;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Changes layouts as late as possible: of results instead of operands, where copies often meet and cancel. */
public final class MoveCopyToUsers {
    private MoveCopyToUsers() {}

    private static final Capture X = new Capture("x");
    private static final Capture INIT = new Capture("init");

    static final RewriteRule COPY_RESULT = rule(
                    "copy-result",
                    "f(copy(x), copy(y)) → copy(f(x, y)), f element by element",
                    any().where(at -> at.opcode().isElementwise() && at.opcode() != COPY && at.operandCount() > 0),
                    MoveCopyToUsers::copiedResult)
            .when(m -> m.operand(m.root(), 0).opcode() == COPY && changesLayout(m, m.operand(m.root(), 0)))
            .provided(MoveCopyToUsers::areCopiedAlike);

    static final RewriteRule REDUCE_UNCOPIED = rule(
                    "reduce-uncopied",
                    "reduce(copy(x)) → copy(reduce(x))",
                    op(REDUCE, op(COPY, X), INIT),
                    MoveCopyToUsers::reduced)
            .when(m -> m.root().shape() instanceof Shape.Array && changesLayout(m, m.operand(m.root(), 0)));

    public static final HloPass PASS =
            RulePass.of("move_copy_to_users", "changes layouts as late as possible", COPY_RESULT, REDUCE_UNCOPIED);

    private static boolean changesLayout(Match match, HloInstruction copy) {
        return copy.shape() instanceof Shape.Array to
                && match.operand(copy, 0).shape() instanceof Shape.Array from
                && !from.layout().equals(to.layout());
    }

    private static Optional<Refusal> areCopiedAlike(Match match) {
        var first = match.operand(match.root(), 0);
        var layout = match.operand(first, 0).shape().asArray().layout();
        for (var operand : match.editor().operands(match.root())) {
            if (operand.opcode() != COPY
                    || !match.operand(operand, 0).shape().asArray().layout().equals(layout)) {
                return Optional.of(
                        because("%s is not copied from the layout that %s is copied from".formatted(operand, first)));
            }
        }
        return Optional.empty();
    }

    private static HloInstruction copiedResult(Match match) {
        var operands = match.editor().operands(match.root()).stream()
                .map(copy -> match.operand(copy, 0))
                .toArray(HloInstruction[]::new);
        var shape = match.shape().withLayout(operands[0].shape().asArray().layout());
        return match.like(COPY, match.add(match.root().op(), shape, operands));
    }

    private static HloInstruction reduced(Match match) {
        var x = match.get(X);
        var dimensions = ((HloOp.OverDimensions) match.root().op()).dimensions();
        var shape = PhysicalShapes.without(x.shape().asArray(), dimensions);
        var result = match.add(match.root().op(), shape, x, match.get(INIT));
        return shape.equals(match.root().shape()) ? result : match.like(COPY, result);
    }
}
