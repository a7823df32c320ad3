package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/**
 * A contraction by work-groups: step by step along the depth, the items of a group copy a tile of either operand to local
 * memory, filled up with zeros, and then add products of these to sums that they keep in registers.
 */
final class GroupContraction {
    private final KernelScope scope;
    private final Contraction contraction;
    private final GroupTiling tiling;
    private final Shape.Array shape;
    private final KernelBuffer rows;
    private final KernelBuffer columns;

    GroupContraction(
            HloModule module,
            HloComputation computation,
            HloInstruction instruction,
            Contraction contraction,
            GroupTiling tiling) {
        this.scope = new KernelScope(module, computation, instruction, Set.of());
        this.contraction = contraction;
        this.tiling = tiling;
        this.shape = scope.resultShape(0);
        this.rows = scope.local("rows", tiling.computeType(), (long) tiling.tile() * tiling.pitch());
        this.columns = scope.local("columns", tiling.computeType(), (long) tiling.tileDepth() * tiling.tile());
    }

    LoweredKernel lower() {
        scope.repeat(
                scope.block(),
                tiling.groups(),
                LoopKind.GROUPS,
                (inGroup, group) -> scope.repeat(
                        inGroup, tiling.items(), LoopKind.ITEMS, (inItem, item) -> new Task(group, item).emit(inItem)));
        var lowered = scope.grouped(tiling.groups(), List.of(tiling.note()));
        return MatrixProduct.of(contraction, tiling, scope.operandShape(0), scope.operandShape(1), scope)
                .map(product -> lowered.withKernel(lowered.kernel().computing(product)))
                .orElse(lowered);
    }

    private static List<Index> split(Index ordinal, List<Long> sizes) {
        return Layouts.fromOrdinal(Shape.array(PrimitiveType.F32, sizes), ordinal);
    }

    /** What one item does. */
    private final class Task {
        private final Index item;
        private final Index itemRow;
        private final Index itemColumn;
        private final List<Index> batch;
        private final Index firstRow;
        private final Index firstColumn;

        Task(Index group, Index item) {
            var rest = group.dividedBy(tiling.columnTiles());
            this.item = item;
            this.itemRow = item.dividedBy(tiling.side());
            this.itemColumn = item.remainder(tiling.side());
            this.firstColumn = group.remainder(tiling.columnTiles()).times(tiling.tile());
            this.firstRow = rest.remainder(tiling.rowTiles()).times(tiling.tile());
            this.batch = split(rest.dividedBy(tiling.rowTiles()), contraction.batchSizes());
        }

        void emit(Block block) {
            var step = block.newVariable(tiling.steps());
            int accumulators = tiling.perItem() * tiling.perItem();
            var zeros = Collections.nCopies(accumulators, zero(block));
            var sums = block.loop(step, LoopKind.SEQUENTIAL, zeros, scope.id(), (inner, carried) -> {
                var first = Index.of(step).times(tiling.tileDepth());
                copyRows(inner, first);
                copyColumns(inner, first);
                inner.barrier(scope.id());
                var added = add(inner, carried);
                inner.barrier(scope.id());
                return added;
            });
            write(block, sums);
        }

        /** Elements of a tile, so many for each item. */
        private void share(Block block, long elements, KernelScope.Body body) {
            scope.repeat(
                    block,
                    Math.ceilDiv(elements, tiling.items()),
                    LoopKind.SEQUENTIAL,
                    (inner, round) ->
                            body.emit(inner, List.of(round.times(tiling.items()).plus(item))));
        }

        private void copyRows(Block block, Index firstDepth) {
            share(block, (long) tiling.tile() * tiling.tileDepth(), (inner, at) -> {
                var k = at.getFirst().remainder(tiling.tileDepth());
                var r = at.getFirst().dividedBy(tiling.tileDepth());
                var row = firstRow.plus(r);
                var depth = firstDepth.plus(k);
                var value = orZero(inner, inside(inner, row, tiling.rows(), depth), within -> {
                    var place = split(depth, contraction.depthSizes());
                    int last = Math.max(0, place.size() - 1);
                    var line =
                            contraction.lhs(within, batch, split(row, contraction.rowSizes()), place.subList(0, last));
                    return orZero(
                            within,
                            line.test(),
                            there -> converted(
                                    there,
                                    scope.operand(there, 0, line.at(place.isEmpty() ? Index.ZERO : place.get(last)))));
                });
                inner.store(rows, r.times(tiling.pitch()).plus(k), value, scope.id());
            });
        }

        private void copyColumns(Block block, Index firstDepth) {
            share(block, (long) tiling.tileDepth() * tiling.tile(), (inner, at) -> {
                var c = at.getFirst().remainder(tiling.tile());
                var k = at.getFirst().dividedBy(tiling.tile());
                var column = firstColumn.plus(c);
                var depth = firstDepth.plus(k);
                var value = orZero(inner, inside(inner, column, tiling.columns(), depth), within -> {
                    var place = contraction.rhs(
                            batch, split(column, contraction.columnSizes()), split(depth, contraction.depthSizes()));
                    return converted(within, scope.operand(within, 1, place));
                });
                inner.store(columns, at.getFirst(), value, scope.id());
            });
        }

        private @Nullable Value inside(Block block, Index index, long size, Index depth) {
            return both(block, within(block, index, size), within(block, depth, tiling.depth()));
        }

        /** Products of the tiles: an item's rows and columns are a side apart, so that neighbours read neighbours. */
        private List<Value> add(Block block, List<Value> accumulators) {
            var k = block.newVariable(tiling.tileDepth());
            return block.loop(k, LoopKind.SEQUENTIAL, accumulators, scope.id(), (inner, carried) -> {
                List<Value> left = new ArrayList<>();
                List<Value> right = new ArrayList<>();
                for (int i = 0; i < tiling.perItem(); i++) {
                    var row = itemRow.plus((long) i * tiling.side());
                    left.add(scope.load(inner, rows, row.times(tiling.pitch()).plus(Index.of(k))));
                    var column = itemColumn.plus((long) i * tiling.side());
                    right.add(scope.load(
                            inner, columns, Index.of(k).times(tiling.tile()).plus(column)));
                }
                List<Value> next = new ArrayList<>();
                for (int i = 0; i < carried.size(); i++) {
                    next.add(product(
                            inner, left.get(i / tiling.perItem()), right.get(i % tiling.perItem()), carried.get(i)));
                }
                return next;
            });
        }

        private Value product(Block block, Value left, Value right, Value sum) {
            var scalars = scope.scalars(block);
            return tiling.computeType().isFloating()
                    ? scalars.multiplyAdd(left, right, sum)
                    : scalars.add(scalars.multiply(left, right), sum);
        }

        private void write(Block block, List<Value> sums) {
            for (int i = 0; i < sums.size(); i++) {
                var row = firstRow.plus(itemRow).plus((long) (i / tiling.perItem()) * tiling.side());
                var column = firstColumn.plus(itemColumn).plus((long) (i % tiling.perItem()) * tiling.side());
                var sum = sums.get(i);
                var isInside = both(block, within(block, row, tiling.rows()), within(block, column, tiling.columns()));
                if (isInside == null) {
                    write(block, row, column, sum);
                } else {
                    scope.when(block, isInside, then -> write(then, row, column, sum));
                }
            }
        }

        private void write(Block block, Index row, Index column, Value sum) {
            var at = contraction.result(
                    batch, split(row, contraction.rowSizes()), split(column, contraction.columnSizes()));
            scope.store(block, 0, at, scope.scalars(block).convert(shape.elementType(), sum));
        }
    }

    private Value zero(Block block) {
        return scope.scalars(block).number(tiling.computeType(), 0);
    }

    private Value converted(Block block, Value value) {
        var scalars = scope.scalars(block);
        // The reference converts operands to the result's type first, which is wider or the same.
        return scalars.convert(tiling.computeType(), scalars.convert(shape.elementType(), value));
    }

    private Value orZero(Block block, @Nullable Value condition, Function<Block, Value> source) {
        return condition == null
                ? source.apply(block)
                : block.choose(
                                condition,
                                scope.id(),
                                then -> List.of(source.apply(then)),
                                otherwise -> List.of(zero(otherwise)))
                        .getFirst();
    }

    /** A test that an index is below a size, or null where it always is. */
    private @Nullable Value within(Block block, Index index, long size) {
        return index.maximum() < size ? null : block.define(new Expression.InRange(index, 0, size), scope.id());
    }

    private @Nullable Value both(Block block, @Nullable Value a, @Nullable Value b) {
        return a == null ? b : b == null ? a : scope.scalars(block).and(a, b);
    }
}
