package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * A reduction by work-groups: each item reduces some of the elements, and the items of a group then reduce theirs in local
 * memory, half of them at a time.
 *
 * <p>Along rows, whose elements are neighbours in memory, a group has one row, or several short ones; along columns it has
 * several, and as many items for each as it has left. Either way items side by side read elements side by side.
 */
final class GroupReduction {
    private static final long LEAST_ELEMENTS = 64;

    /** With so many results, an item for each column fills the device. */
    private static final long MANY_COLUMNS = 1 << 16;

    private static final int COLUMNS = 32;

    private final KernelScope scope;
    private final Frame frame;
    private final HloInstruction reduce;
    private final Accumulation accumulation;
    private final Operation operation;
    private final Shape.Array operand;
    private final List<Integer> reduced;
    private final long elements;

    /** Of a part. */
    private final long ownElements;

    private final long results;
    private final boolean isAlongRows;

    /** Items that share a result, side by side or one above the other. */
    private final int sharers;

    /** Results that a group computes. */
    private final int width;

    /** What each result is cut into, to be put together by another kernel; 1 where it is whole. */
    private final long parts;

    private final KernelBuffer partial;

    private GroupReduction(
            KernelScope scope,
            Frame frame,
            HloInstruction reduce,
            Accumulation accumulation,
            WorkGroups groups,
            long parts) {
        this.parts = parts;
        this.scope = scope;
        this.frame = frame;
        this.reduce = reduce;
        this.accumulation = accumulation;
        this.operation = Operation.valueOf(accumulation.plain().orElseThrow().name());
        this.operand = frame.operand(reduce, 0).shape().asArray();
        var dimensions = ((HloOp.OverDimensions) reduce.op()).dimensions();
        this.reduced = Layouts.majorToMinor(operand).stream()
                .filter(dimensions::contains)
                .toList();
        this.elements = reduced.stream().mapToLong(operand::dimension).reduce(1, Math::multiplyExact);
        this.ownElements = Math.ceilDiv(elements, parts);
        this.results = scope.resultShape(0).elements();
        this.isAlongRows = isAlongRows(operand, dimensions);
        long useful = Math.max(1, Long.highestOneBit(ownElements / 4));
        this.sharers = isAlongRows
                ? (int) Math.min(groups.size(), Math.max(COLUMNS, useful))
                : Math.max(1, groups.size() / COLUMNS);
        this.width = groups.size() / sharers;
        this.partial = scope.local("partial", accumulation.accumulatorType(0), groups.size());
    }

    /** Whether neighbours in memory are reduced to the same result. */
    private static boolean isAlongRows(Shape.Array operand, List<Integer> dimensions) {
        return Layouts.majorToMinor(operand).reversed().stream()
                .filter(dimension -> operand.dimension(dimension) > 1)
                .findFirst()
                .map(dimensions::contains)
                .orElse(true);
    }

    /** The kernel; nothing where the instruction is no reduction, or one that an item for each result does as well. */
    static Optional<LoweredKernel> of(
            HloModule module, HloComputation computation, HloInstruction instruction, WorkGroups groups) {
        return of(module, computation, instruction, groups, 1);
    }

    /**
     * A kernel that reduces so many parts of the elements of each result, which are the last dimension of what it yields.
     *
     * @param partial the instruction with that shape
     */
    static Optional<LoweredKernel> inParts(
            HloModule module, HloComputation computation, HloInstruction partial, WorkGroups groups, long parts) {
        return of(module, computation, partial, groups, parts);
    }

    private static Optional<LoweredKernel> of(
            HloModule module, HloComputation computation, HloInstruction instruction, WorkGroups groups, long parts) {
        if (!(instruction.shape() instanceof Shape.Array shape)
                || shape.elementType().isComplex()
                || groups.size() < COLUMNS) {
            return Optional.empty();
        }
        var scope = new KernelScope(module, computation, instruction, Set.of());
        var frame = scope.frame();
        var reduce = instruction;
        if (instruction.op() instanceof HloOp.Fusion fusion) {
            frame = frame.callee(instruction, module.computation(fusion.computation()));
            reduce = frame.computation().root();
        }
        if (reduce.opcode() != HloOpcode.REDUCE || !(reduce.op() instanceof HloOp.OverDimensions over)) {
            return Optional.empty();
        }
        var accumulation = Accumulation.of(scope.elements(), reduce.id(), over.toApply(), List.of(shape.elementType()));
        var operand = frame.operand(reduce, 0).shape().asArray();
        long elements = over.dimensions().stream().mapToLong(operand::dimension).reduce(1, Math::multiplyExact);
        boolean isWide = isAlongRows(operand, over.dimensions()) || shape.elements() < MANY_COLUMNS;
        if (!accumulation.mayReorder()
                || isNarrow(accumulation.accumulatorType(0))
                || elements < LEAST_ELEMENTS
                || shape.elements() == 0
                || !isWide) {
            return Optional.empty();
        }
        return Optional.of(new GroupReduction(scope, frame, reduce, accumulation, groups, parts).lower());
    }

    private static boolean isNarrow(PrimitiveType type) {
        return type.isFloating() && type.bits() < 32;
    }

    private LoweredKernel lower() {
        long groups = Math.ceilDiv(results, width);
        int items = sharers * width;
        scope.repeat(
                scope.block(),
                groups,
                LoopKind.GROUPS,
                (inGroup, group) -> scope.repeat(inGroup, items, LoopKind.ITEMS, (inItem, item) -> {
                    var result = isAlongRows ? item.dividedBy(sharers) : item.remainder(width);
                    var sharer = isAlongRows ? item.remainder(sharers) : item.dividedBy(width);
                    emit(inItem, group.times(width).plus(result), result, sharer, item);
                }));
        return scope.grouped(groups, List.of(note()));
    }

    private String note() {
        return "%,d elements for each result%s; of a work-group %d items share each of %d result%s along %s"
                .formatted(
                        elements,
                        parts == 1 ? "" : ", in %d parts".formatted(parts),
                        sharers,
                        width,
                        width == 1 ? "" : "s",
                        isAlongRows ? "rows" : "columns");
    }

    private void emit(Block block, Index ordinal, Index result, Index sharer, Index item) {
        var scalars = scope.scalars(block);
        var neutral = neutral(scalars, accumulation.accumulatorType(0));
        var isThere = within(block, ordinal, results);
        var own = isThere.isEmpty()
                ? List.of(share(block, ordinal, sharer, neutral))
                : block.choose(
                        isThere.get(),
                        scope.id(),
                        then -> List.of(share(then, ordinal, sharer, neutral)),
                        _ -> List.of(neutral));
        block.store(partial, item, own.getFirst(), scope.id());
        block.barrier(scope.id());
        for (int half = sharers / 2; half > 0; half /= 2) {
            int distance = isAlongRows ? half : half * width;
            var isFirst = block.define(new Expression.InRange(sharer, 0, half), scope.id());
            scope.when(block, isFirst, then -> {
                var a = scope.load(then, partial, item);
                var b = scope.load(then, partial, item.plus(distance));
                then.store(partial, item, scope.scalars(then).apply(operation, a, b), scope.id());
            });
            block.barrier(scope.id());
        }
        var writes = block.define(new Expression.InRange(sharer, 0, 1), scope.id());
        var writer =
                isThere.map(there -> scope.scalars(block).and(writes, there)).orElse(writes);
        scope.when(block, writer, then -> finish(then, ordinal, item));
    }

    private Optional<Value> within(Block block, Index index, long size) {
        return index.maximum() < size
                ? Optional.empty()
                : Optional.of(block.define(new Expression.InRange(index, 0, size), scope.id()));
    }

    private Optional<Value> both(Block block, Optional<Value> a, Optional<Value> b) {
        return a.isEmpty()
                ? b
                : b.isEmpty() ? a : Optional.of(scope.scalars(block).and(a.get(), b.get()));
    }

    /** What one item makes of its share of the elements. */
    private Value share(Block block, Index ordinal, Index sharer, Value neutral) {
        var at = Layouts.indices(scope.resultShape(0), ordinal);
        var step = block.newVariable(Math.ceilDiv(ownElements, sharers));
        var part = parts == 1 ? Index.ZERO : at.getLast();
        return block.loop(step, LoopKind.REDUCTION, List.of(neutral), scope.id(), (inner, carried) -> {
                    var own = Index.of(step).times(sharers).plus(sharer);
                    var number = part.times(ownElements).plus(own);
                    var isThere = both(inner, within(inner, own, ownElements), within(inner, number, elements));
                    return isThere.isEmpty()
                            ? next(inner, carried, at, number)
                            : inner.choose(
                                    isThere.get(), scope.id(), then -> next(then, carried, at, number), _ -> carried);
                })
                .getFirst();
    }

    private List<Value> next(Block block, List<Value> carried, List<Index> result, Index number) {
        var sizes = reduced.stream().map(operand::dimension).toList();
        var within = Layouts.fromOrdinal(Shape.array(PrimitiveType.PRED, sizes), number);
        var at = new ArrayList<>(Collections.nCopies(operand.rank(), Index.ZERO));
        int kept = 0;
        for (int i = 0; i < operand.rank(); i++) {
            at.set(i, reduced.contains(i) ? within.get(reduced.indexOf(i)) : result.get(kept++));
        }
        var element = scope.elements().element(block, frame, frame.operand(reduce, 0), List.copyOf(at));
        return accumulation.next(block, carried, List.of(element));
    }

    private void finish(Block block, Index ordinal, Index item) {
        if (parts > 1) {
            block.store(scope.result(0), ordinal, scope.load(block, partial, item), scope.id());
            return;
        }
        var initial = scope.elements().scalar(block, frame, frame.operand(reduce, 1));
        var started = accumulation.started(block, List.of(initial)).getFirst();
        var sum = scope.scalars(block).apply(operation, started, scope.load(block, partial, item));
        var finished = accumulation.finished(block, List.of(sum)).getFirst();
        block.store(scope.result(0), ordinal, finished, scope.id());
    }

    /** What changes nothing. */
    private Value neutral(Scalars scalars, PrimitiveType type) {
        return switch (operation) {
            case ADD, OR, XOR -> scalars.bits(type, 0);
            case MULTIPLY -> type == PrimitiveType.PRED ? scalars.bits(type, 1) : scalars.number(type, 1);
            case AND -> scalars.bits(type, type == PrimitiveType.PRED ? 1 : -1);
            case MAXIMUM -> type.isFloating() ? scalars.number(type, Double.NEGATIVE_INFINITY) : least(scalars, type);
            case MINIMUM -> type.isFloating() ? scalars.number(type, Double.POSITIVE_INFINITY) : most(scalars, type);
            default -> throw new IllegalStateException(operation + " reduces nothing");
        };
    }

    private static Value least(Scalars scalars, PrimitiveType type) {
        return scalars.bits(type, type.isSigned() ? -1L << (type.bits() - 1) : 0);
    }

    private static Value most(Scalars scalars, PrimitiveType type) {
        if (type == PrimitiveType.PRED) {
            return scalars.bits(type, 1);
        }
        return scalars.bits(type, type.isSigned() ? ~(-1L << (type.bits() - 1)) : -1L >>> (64 - type.bits()));
    }
}
