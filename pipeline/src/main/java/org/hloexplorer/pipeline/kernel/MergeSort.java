package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.PrimitiveType;

/**
 * A stable merge sort from the bottom up, of rows of several columns that move together.
 *
 * <p>Each step of a merge takes from one side or the other by selection, without a branch that would be mispredicted half
 * of the time. It ends, and stays in bounds, whatever the order says.
 */
final class MergeSort {
    private final KernelScope scope;
    private final List<Column> columns;
    private final long length;
    private final RowOrder order;

    /** Memory for one column, twice: passes go from one to the other. */
    record Column(KernelBuffer first, KernelBuffer second) {}

    MergeSort(KernelScope scope, List<Column> columns, long length, RowOrder order) {
        this.scope = scope;
        this.columns = columns;
        this.length = length;
        this.order = order;
    }

    /** Sorts what is in the first memory of each column; gives where the sorted rows are. */
    List<KernelBuffer> emit(Block block) {
        var from = columns.stream().map(Column::first).toList();
        var to = columns.stream().map(Column::second).toList();
        for (long width = 1; width < length; width *= 2) {
            pass(block, width, from, to);
            var sorted = to;
            to = from;
            from = sorted;
        }
        return from;
    }

    private void pass(Block block, long width, List<KernelBuffer> from, List<KernelBuffer> to) {
        scope.repeat(block, Math.ceilDiv(length, 2 * width), LoopKind.SEQUENTIAL, (inner, run) -> {
            var start = run.times(2 * width);
            var leftEnd = end(inner, start.plus(width));
            var rightEnd = end(inner, start.plus(2 * width));
            merge(inner, start, leftEnd, rightEnd, width, from, to);
        });
    }

    /** The index as a number, the length at most. */
    private Value end(Block block, Index index) {
        var number = block.define(new Expression.IndexValue(index), scope.id());
        return index.maximum() <= length
                ? number
                : scope.scalars(block)
                        .apply(Operation.MINIMUM, number, scope.scalars(block).bits(PrimitiveType.S64, length));
    }

    private void merge(
            Block block,
            Index start,
            Value leftEnd,
            Value rightEnd,
            long width,
            List<KernelBuffer> from,
            List<KernelBuffer> to) {
        var counter = block.newVariable(2 * width);
        var left = block.define(new Expression.IndexValue(start), scope.id());
        block.loop(counter, LoopKind.SEQUENTIAL, List.of(left, leftEnd), scope.id(), (inner, carried) -> {
            var scalars = scope.scalars(inner);
            var leftRow = row(inner, carried.get(0), from);
            var rightRow = row(inner, carried.get(1), from);
            var isLeftOver = scalars.apply(Operation.COMPARE_GE, carried.get(0), leftEnd);
            var hasRight = scalars.apply(Operation.COMPARE_LT, carried.get(1), rightEnd);
            var isBefore = order.isBefore(scope, inner, rightRow, leftRow);
            var takesRight = scalars.or(isLeftOver, scalars.and(hasRight, isBefore));
            write(inner, start.plus(Index.of(counter)), takesRight, leftRow, rightRow, to);
            var one = scalars.convert(PrimitiveType.S64, takesRight);
            var right = scalars.add(carried.get(1), one);
            // Both advance by one together.
            var advanced = scalars.subtract(scalars.add(carried.get(0), scalars.bits(PrimitiveType.S64, 1)), one);
            return List.of(advanced, right);
        });
    }

    private List<Value> row(Block block, Value position, List<KernelBuffer> from) {
        var scalars = scope.scalars(block);
        var last = scalars.bits(PrimitiveType.S64, length - 1);
        var inside = scalars.apply(Operation.MINIMUM, position, last);
        var index = length == 1 ? Index.ZERO : Index.of(new IndexAtom.Loaded(inside, length - 1));
        return from.stream().map(buffer -> scope.load(block, buffer, index)).toList();
    }

    private void write(
            Block block, Index position, Value takesRight, List<Value> left, List<Value> right, List<KernelBuffer> to) {
        var scalars = scope.scalars(block);
        List<Value> taken = new ArrayList<>();
        IntStream.range(0, left.size()).forEach(i -> taken.add(scalars.select(takesRight, right.get(i), left.get(i))));
        if (position.maximum() < length) {
            store(block, position, taken, to);
        } else {
            var isInside = block.define(new Expression.InRange(position, 0, length), scope.id());
            scope.when(block, isInside, then -> store(then, position, taken, to));
        }
    }

    private void store(Block block, Index position, List<Value> row, List<KernelBuffer> to) {
        for (int i = 0; i < row.size(); i++) {
            block.store(to.get(i), position, row.get(i), scope.id());
        }
    }
}
