package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * Sort and topk of few long lines by many items: a first launch sorts blocks, and each further one merges them by two, until
 * a line is one block.
 *
 * @param columns what stages hand on: the elements of the operands, and their indices where the result has them
 * @param kept how many rows of a line the result has
 */
record SplitSort(
        HloModule module,
        HloComputation computation,
        HloInstruction instruction,
        int dimension,
        RowOrder order,
        List<Shape.Array> columns,
        long kept) {
    private static final long BLOCK = 64;

    /** So many lines fill a device with an item for each. */
    private static final long MANY_LINES = 16_384;

    /** Nothing where it is no sort, or an item for each line serves as well. */
    static Optional<List<KernelStage>> of(HloModule module, HloComputation computation, HloInstruction instruction) {
        return switch (instruction.op()) {
            case HloOp.Sort sort -> {
                var columns = ArgumentList.arrays(instruction.shape());
                long length = columns.getFirst().dimension(sort.dimension());
                yield new SplitSort(
                                module, computation, instruction, sort.dimension(), RowOrder.of(sort), columns, length)
                        .stages();
            }
            case HloOp.TopK topK -> {
                var keys = computation.operand(instruction, 0).shape().asArray();
                var columns = List.of(keys, keys.withElementType(PrimitiveType.S32));
                yield new SplitSort(
                                module, computation, instruction, keys.rank() - 1, RowOrder.of(topK), columns, topK.k())
                        .stages();
            }
            case HloOp.Fusion fusion -> inFusion(module, module.computation(fusion.computation()));
            default -> Optional.empty();
        };
    }

    /** Of a fusion around nothing but a sort, that sort, its operands where the fusion has them. */
    private static Optional<List<KernelStage>> inFusion(HloModule module, HloComputation fused) {
        var operands = fused.operands(fused.root());
        var numbers = operands.stream()
                .map(HloInstruction::op)
                .filter(HloOp.Parameter.class::isInstance)
                .map(op -> ((HloOp.Parameter) op).number())
                .toList();
        return numbers.size() < operands.size() || fused.root().op() instanceof HloOp.Fusion
                ? Optional.empty()
                : of(module, fused, fused.root()).map(stages -> {
                    List<KernelStage> placed = new ArrayList<>(stages);
                    var first = stages.getFirst();
                    var kernel = first.kernel().withOperands(numbers::get);
                    placed.set(0, new KernelStage(first.suffix(), kernel, first.result()));
                    return placed;
                });
    }

    private Optional<List<KernelStage>> stages() {
        long length = columns.getFirst().dimension(dimension);
        if (length <= BLOCK || columns.getFirst().elements() / length >= MANY_LINES) {
            return Optional.empty();
        }
        var between = shape(columns);
        List<KernelStage> stages = new ArrayList<>();
        stages.add(new KernelStage(".blocks", blocks(between), between));
        for (long block = BLOCK; block < length; block *= 2) {
            boolean isLast = 2 * block >= length;
            var result = isLast ? instruction.shape() : between;
            stages.add(new KernelStage(
                    isLast ? "" : ".merged" + 2 * block, merged(result, block, isLast ? kept : length), result));
        }
        return Optional.of(stages);
    }

    private static Shape shape(List<Shape.Array> arrays) {
        return arrays.size() == 1 ? arrays.getFirst() : Shape.tuple(arrays.toArray(Shape[]::new));
    }

    private LoweredKernel blocks(Shape result) {
        var scope = new KernelScope(module, computation, instruction.withShape(result), Set.of());
        return sort(
                        scope,
                        (inner, at) -> IntStream.range(0, columns.size())
                                .mapToObj(column -> column < instruction.operandCount()
                                        ? scope.operand(inner, column, at)
                                        : index(scope, inner, at.get(dimension)))
                                .toList())
                .blocks(BLOCK);
    }

    private static Value index(KernelScope scope, Block block, Index i) {
        var number = block.define(new Expression.IndexValue(i), scope.id());
        return scope.scalars(block).convert(PrimitiveType.S32, number);
    }

    /** Reads what the stage before wrote: it is as if that were the operands. */
    private LoweredKernel merged(Shape result, long block, long rows) {
        List<HloInstruction> instructions = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            var name = "%s.rows%d".formatted(instruction.name(), i);
            instructions.add(HloInstruction.of(-2 - i, name, new HloOp.Parameter(i), columns.get(i)));
        }
        var ids = instructions.stream().mapToInt(HloInstruction::id).toArray();
        var merge = HloInstruction.of(instruction.id(), instruction.name(), instruction.op(), result, ids);
        instructions.add(merge);
        var stage = new HloComputation(-1, "merge", instructions, merge.id());
        var scope = new KernelScope(module, stage, merge, Set.of());
        return sort(
                        scope,
                        (inner, at) -> IntStream.range(0, columns.size())
                                .mapToObj(column -> scope.operand(inner, column, at))
                                .toList())
                .merged(block, rows);
    }

    private RankSort sort(KernelScope scope, RankSort.Reader reader) {
        return new RankSort(scope, columns.getFirst(), dimension, order, reader);
    }
}
