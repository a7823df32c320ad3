package org.hloexplorer.pipeline.transforms.simplifiers;

import static org.hloexplorer.hlo.HloOpcode.BROADCAST;
import static org.hloexplorer.hlo.HloOpcode.CONVERT;
import static org.hloexplorer.hlo.HloOpcode.RESHAPE;
import static org.hloexplorer.hlo.HloOpcode.REVERSE;
import static org.hloexplorer.hlo.HloOpcode.SLICE;
import static org.hloexplorer.hlo.HloOpcode.TRANSPOSE;
import static org.hloexplorer.pipeline.rewrite.Patterns.anyOp;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Refusal.because;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.Optional;
import java.util.Set;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.Refusal;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.Emitter;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Moves data in the narrower of two types: widens after moving, narrows before. */
public final class ConvertMover {
    private ConvertMover() {}

    /** Not broadcast: converting fewer elements before is less work, and the algebraic simplifier moves it back. */
    private static final Set<HloOpcode> MOVING = Set.of(RESHAPE, REVERSE, SLICE, TRANSPOSE);

    private static final Set<HloOpcode> MOVING_OR_REPEATING = Set.of(BROADCAST, RESHAPE, REVERSE, SLICE, TRANSPOSE);

    private static final Capture X = new Capture("x");
    private static final Capture INNER = new Capture("inner");

    static final RewriteRule WIDEN_LATER = rule(
                    "widen-later",
                    "move(widening convert(x)) → convert(move(x))",
                    anyOp(MOVING, op(CONVERT, X).as(INNER)),
                    m -> Emitter.at(m).convert(moved(m, m.root()), m.type()))
            .when(m -> bits(m.get(X)) < bits(m.get(INNER)))
            .provided(ConvertMover::isOnlyUser);

    static final RewriteRule NARROW_EARLIER = rule(
                    "narrow-earlier",
                    "narrowing convert(move(x)) → move(convert(x))",
                    op(CONVERT, anyOp(MOVING_OR_REPEATING, X).as(INNER)),
                    ConvertMover::narrowed)
            .when(m -> bits(m.root()) < bits(m.get(INNER)))
            .provided(ConvertMover::isOnlyUser);

    public static final HloPass PASS =
            RulePass.of("convert-mover", "moves data in the narrower of two types", WIDEN_LATER, NARROW_EARLIER);

    private static int bits(HloInstruction instruction) {
        return instruction.shape().asArray().elementType().bits();
    }

    private static Optional<Refusal> isOnlyUser(Match match) {
        int users = match.editor().userCount(match.get(INNER));
        return users == 1
                ? Optional.empty()
                : Optional.of(because(
                        "%s has %d users, and would be there twice".formatted(match.get(INNER), users),
                        Quantity.count("users", users, 1)));
    }

    private static HloInstruction moved(Match match, HloInstruction move) {
        var x = match.get(X);
        var shape = move.shape().asArray().withElementType(x.shape().asArray().elementType());
        return match.add(move.op(), shape, x);
    }

    private static HloInstruction narrowed(Match match) {
        return match.add(
                match.get(INNER).op(), match.root().shape(), Emitter.at(match).convert(match.get(X), match.type()));
    }
}
