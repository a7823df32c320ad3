package org.hloexplorer.pipeline.kernel;

import static org.hloexplorer.hlo.PrimitiveType.S64;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * Kernels that put each row where it belongs by counting the rows before it, an item for each row.
 *
 * <p>Rows differ in their index along a dimension; a row has an element of each column. Equal rows keep their order. A place
 * is in bounds whatever the order says; an order that contradicts itself may give two rows one place.
 *
 * @param shape of a column
 * @param reader gives rows
 */
record RankSort(KernelScope scope, Shape.Array shape, int dimension, RowOrder order, Reader reader) {

    /** Where rows come from. */
    interface Reader {
        List<Value> row(Block inner, List<Index> at);
    }

    private interface Body {
        void emit(Block inner, List<Index> line, Index i);
    }

    /** Sorts blocks of neighbouring rows. */
    LoweredKernel blocks(long block) {
        forEachRow((inner, line, i) -> {
            var start = i.dividedBy(block).times(block);
            var own = number(inner, i);
            var mine = reader.row(inner, at(line, i));
            var counter = inner.newVariable(block);
            var zero = scope.scalars(inner).bits(S64, 0);
            var rank = inner.loop(counter, LoopKind.SEQUENTIAL, List.of(zero), scope.id(), (each, carried) -> {
                var other = number(each, start.plus(Index.of(counter)));
                var scalars = scope.scalars(each);
                var isOther = scalars.and(
                        scalars.apply(Operation.COMPARE_NE, other, own),
                        scalars.apply(Operation.COMPARE_LT, other, scalars.bits(S64, length())));
                var isLeft = scalars.apply(Operation.COMPARE_LT, other, own);
                var counts = scalars.and(isOther, isBefore(each, row(each, line, other), mine, isLeft));
                return List.of(scalars.add(carried.getFirst(), scalars.convert(S64, counts)));
            });
            var place = scope.scalars(inner).add(number(inner, start), rank.getFirst());
            store(inner, line, place, mine, length());
        });
        return kernel("its place in a block of %d is the number of rows before it".formatted(block));
    }

    /**
     * Merges sorted blocks by two: what is before a row in its own block is known, and how many are in the other is found by
     * bisection.
     *
     * @param kept rows of each line that are written, from its first on
     */
    LoweredKernel merged(long block, long kept) {
        forEachRow((inner, line, i) -> {
            var pair = i.dividedBy(2 * block).times(2 * block);
            var isLeft = inner.define(new Expression.InRange(i.minus(pair), 0, block), scope.id());
            var mine = reader.row(inner, at(line, i));
            var scalars = scope.scalars(inner);
            var start = number(inner, pair);
            var other = bounded(scalars, scalars.select(isLeft, later(scalars, start, block), start), length());
            var end = bounded(scalars, later(scalars, other, block), length());
            var found = bisect(inner, line, mine, scalars.apply(Operation.NOT, isLeft), block, other, end);
            var before = scalars.add(number(inner, i.remainder(block)), scalars.subtract(found, other));
            store(inner, line, scalars.add(start, before), mine, kept);
        });
        return kernel("blocks of %d merged by two: its place is found by bisection of the other".formatted(block));
    }

    /** The first row from {@code low} on that is not before a row; {@code high} where all are. */
    private Value bisect(
            Block block, List<Index> line, List<Value> mine, Value isLeft, long most, Value low, Value high) {
        var counter = block.newVariable(Long.SIZE - Long.numberOfLeadingZeros(most));
        return block.loop(counter, LoopKind.SEQUENTIAL, List.of(low, high), scope.id(), (inner, carried) -> {
                    var scalars = scope.scalars(inner);
                    var sum = scalars.add(carried.get(0), carried.get(1));
                    var middle = scalars.apply(Operation.SHIFT_RIGHT_ARITHMETIC, sum, scalars.bits(S64, 1));
                    var isOpen = scalars.apply(Operation.COMPARE_LT, carried.get(0), carried.get(1));
                    var isPast = scalars.and(isOpen, isBefore(inner, row(inner, line, middle), mine, isLeft));
                    return List.of(
                            scalars.select(isPast, later(scalars, middle, 1), carried.get(0)),
                            scalars.select(isPast, carried.get(1), middle));
                })
                .getFirst();
    }

    /** Whether a row comes before ours; of equal rows that is the one on the left. */
    private Value isBefore(Block block, List<Value> theirs, List<Value> mine, Value isLeft) {
        var scalars = scope.scalars(block);
        // The order is asked once: on the left they come first unless ours must, on the right only if they must.
        List<Value> first = new ArrayList<>();
        List<Value> second = new ArrayList<>();
        IntStream.range(0, mine.size()).forEach(i -> {
            first.add(scalars.select(isLeft, mine.get(i), theirs.get(i)));
            second.add(scalars.select(isLeft, theirs.get(i), mine.get(i)));
        });
        return scalars.apply(Operation.XOR, order.isBefore(scope, block, first, second), isLeft);
    }

    private void forEachRow(Body body) {
        var others = new ArrayList<>(shape.dimensions());
        others.remove(dimension);
        scope.repeat(scope.block(), shape.elements(), LoopKind.PARTITIONED, (inner, number) -> {
            var line = Layouts.fromOrdinal(Shape.array(PrimitiveType.PRED, others), number.dividedBy(length()));
            body.emit(inner, line, number.remainder(length()));
        });
    }

    private long length() {
        return shape.dimension(dimension);
    }

    private Value number(Block block, Index index) {
        return block.define(new Expression.IndexValue(index), scope.id());
    }

    private static Value later(Scalars scalars, Value number, long by) {
        return scalars.add(number, scalars.bits(S64, by));
    }

    private static Value bounded(Scalars scalars, Value number, long most) {
        return scalars.apply(Operation.MINIMUM, number, scalars.bits(S64, most));
    }

    private List<Value> row(Block block, List<Index> line, Value i) {
        return reader.row(block, at(line, inside(block, i, length())));
    }

    private Index inside(Block block, Value i, long end) {
        var last = bounded(scope.scalars(block), i, end - 1);
        return Index.of(new IndexAtom.Loaded(last, end - 1));
    }

    private void store(Block block, List<Index> line, Value place, List<Value> row, long kept) {
        var scalars = scope.scalars(block);
        var isKept = scalars.apply(Operation.COMPARE_LT, place, scalars.bits(S64, kept));
        scope.when(block, isKept, then -> {
            var at = at(line, inside(then, place, kept));
            IntStream.range(0, row.size()).forEach(part -> scope.store(then, part, at, row.get(part)));
        });
    }

    private List<Index> at(List<Index> line, Index i) {
        var indices = new ArrayList<>(line);
        indices.add(dimension, i);
        return Collections.unmodifiableList(indices);
    }

    private LoweredKernel kernel(String how) {
        return scope.partitioned(List.of("an item for each row of a line that is sorted: " + how));
    }
}
