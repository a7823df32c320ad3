package org.hloexplorer.pipeline.transforms.loops;

import java.util.Optional;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;

/**
 * How often a loop runs that counts: from a constant, by a constant, to a constant.
 *
 * @param index of the counter in the loop's tuple
 * @param trips how many times the body runs
 */
record WhileTripCount(int index, long init, long step, long trips) {

    /** What can be said of a loop, in a computation that an editor holds. */
    static Optional<WhileTripCount> of(HloInstruction loop, ComputationEditor editor) {
        var op = (HloOp.While) loop.op();
        var module = editor.module();
        return counter(module.current(op.condition()))
                .flatMap(counter -> of(counter, editor.operand(loop, 0), module.current(op.body()), editor));
    }

    private record Counter(int index, ComparisonDirection direction, long limit) {}

    private static Optional<WhileTripCount> of(
            Counter counter, HloInstruction init, HloComputation body, ComputationEditor editor) {
        if (init.opcode() != HloOpcode.TUPLE
                || !(editor.operand(init, counter.index()).op() instanceof HloOp.Constant(var start))) {
            return Optional.empty();
        }
        return step(body, counter.index())
                .flatMap(step -> trips(start.bitsAt(0), step, counter)
                        .map(trips -> new WhileTripCount(counter.index(), start.bitsAt(0), step, trips)));
    }

    /** The element of the tuple that the condition compares with a constant. */
    private static Optional<Counter> counter(HloComputation condition) {
        var root = condition.root();
        if (!(root.op() instanceof HloOp.Compare(var direction, var _))) {
            return Optional.empty();
        }
        var left = condition.operand(root, 0);
        var right = condition.operand(root, 1);
        return element(condition, left)
                .flatMap(index -> constant(condition, right).map(limit -> new Counter(index, direction, limit)))
                .or(() -> element(condition, right)
                        .flatMap(index -> constant(condition, left)
                                .map(limit -> new Counter(index, mirrored(direction), limit))));
    }

    private static ComparisonDirection mirrored(ComparisonDirection direction) {
        return switch (direction) {
            case LT -> ComparisonDirection.GT;
            case LE -> ComparisonDirection.GE;
            case GT -> ComparisonDirection.LT;
            case GE -> ComparisonDirection.LE;
            case EQ, NE -> direction;
        };
    }

    /** The number of the parameter's element this is. */
    static Optional<Integer> element(HloComputation computation, HloInstruction instruction) {
        return instruction.op() instanceof HloOp.GetTupleElement(int index)
                        && computation.operand(instruction, 0).op() instanceof HloOp.Parameter
                ? Optional.of(index)
                : Optional.empty();
    }

    private static Optional<Long> constant(HloComputation computation, HloInstruction instruction) {
        return switch (instruction.op()) {
            case HloOp.Constant(var literal)
            when literal.shape() instanceof Shape.Array array
                    && array.isScalar()
                    && array.elementType().isIntegral() -> Optional.of(literal.bitsAt(0));
            case HloOp.Plain(var opcode)
            when opcode == HloOpcode.COPY -> constant(computation, computation.operand(instruction, 0));
            default -> Optional.empty();
        };
    }

    /** What the body adds to the element. */
    private static Optional<Long> step(HloComputation body, int index) {
        if (body.root().opcode() != HloOpcode.TUPLE) {
            return Optional.empty();
        }
        var next = body.operand(body.root(), index);
        if (next.opcode() != HloOpcode.ADD) {
            return Optional.empty();
        }
        var left = body.operand(next, 0);
        var right = body.operand(next, 1);
        if (element(body, left).filter(each -> each == index).isPresent()) {
            return constant(body, right);
        }
        return element(body, right).filter(each -> each == index).flatMap(_ -> constant(body, left));
    }

    private static Optional<Long> trips(long start, long step, Counter counter) {
        if (step == 0) {
            return Optional.empty();
        }
        return switch (counter.direction()) {
            case LT -> step > 0 ? Optional.of(distance(start, counter.limit(), step)) : Optional.empty();
            case LE -> step > 0 ? Optional.of(distance(start, counter.limit() + 1, step)) : Optional.empty();
            case GT -> step < 0 ? Optional.of(distance(-start, -counter.limit(), -step)) : Optional.empty();
            case GE -> step < 0 ? Optional.of(distance(-start, -counter.limit() + 1, -step)) : Optional.empty();
            case NE ->
                (counter.limit() - start) % step == 0 && (counter.limit() - start) / step >= 0
                        ? Optional.of((counter.limit() - start) / step)
                        : Optional.empty();
            case EQ -> Optional.empty();
        };
    }

    private static long distance(long start, long limit, long step) {
        return limit <= start ? 0 : Math.ceilDiv(limit - start, step);
    }
}
