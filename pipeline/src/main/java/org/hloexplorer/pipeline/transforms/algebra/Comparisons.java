package org.hloexplorer.pipeline.transforms.algebra;

import java.util.List;
import java.util.function.Predicate;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.rewrite.Match;

/** What comparisons ask. */
final class Comparisons {
    private Comparisons() {}

    static ComparisonDirection direction(HloInstruction compare) {
        return ((HloOp.Compare) compare.op()).direction();
    }

    static boolean isInequality(HloInstruction compare) {
        return switch (direction(compare)) {
            case LT, LE, GT, GE -> true;
            case EQ, NE -> false;
        };
    }

    static Predicate<HloInstruction> asks(ComparisonDirection... directions) {
        return instruction -> instruction.op() instanceof HloOp.Compare(var direction, var _)
                && List.of(directions).contains(direction);
    }

    /** Whether two equal numbers answer with yes. */
    static boolean holdsForEqual(ComparisonDirection direction) {
        return switch (direction) {
            case EQ, LE, GE -> true;
            case NE, LT, GT -> false;
        };
    }

    static HloInstruction compare(
            Match match, ComparisonDirection direction, HloInstruction left, HloInstruction right) {
        return match.add(new HloOp.Compare(direction, null), match.root().shape(), left, right);
    }

    static boolean holds(ComparisonDirection direction, double left, double right) {
        return switch (direction) {
            case EQ -> left == right;
            case NE -> left != right;
            case LT -> left < right;
            case LE -> left <= right;
            case GT -> left > right;
            case GE -> left >= right;
        };
    }
}
