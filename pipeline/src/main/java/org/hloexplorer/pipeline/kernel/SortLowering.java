package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** Sort and topk, line by line: a line is copied to scratch memory, sorted there, and copied to the result. */
final class SortLowering {
    private final KernelScope scope;
    private final Shape.Array shape;
    private final int dimension;
    private final List<MergeSort.Column> columns = new ArrayList<>();

    private SortLowering(KernelScope scope, int dimension) {
        this.scope = scope;
        this.shape = scope.operandShape(0);
        this.dimension = dimension;
    }

    static LoweredKernel sort(
            HloModule module, HloComputation computation, HloInstruction instruction, HloOp.Sort sort) {
        var scope = new KernelScope(module, computation, instruction, Set.of());
        var lowering = new SortLowering(scope, sort.dimension());
        for (int i = 0; i < instruction.operandCount(); i++) {
            lowering.column(scope.operandShape(i).elementType());
        }
        return lowering.lower(lowering.length(), RowOrder.of(sort));
    }

    /** Of equal elements the one with the lower index comes first, as the sort is stable. */
    static LoweredKernel topK(
            HloModule module, HloComputation computation, HloInstruction instruction, HloOp.TopK topK) {
        var scope = new KernelScope(module, computation, instruction, Set.of());
        var lowering = new SortLowering(scope, scope.operandShape(0).rank() - 1);
        lowering.column(scope.operandShape(0).elementType());
        lowering.column(PrimitiveType.S32);
        return lowering.lower(topK.k(), RowOrder.of(topK));
    }

    private long length() {
        return shape.dimension(dimension);
    }

    private void column(PrimitiveType type) {
        long length = Math.max(1, length());
        int number = columns.size();
        columns.add(new MergeSort.Column(
                scope.scratch("keys%d.a".formatted(number), type, length),
                scope.scratch("keys%d.b".formatted(number), type, length)));
    }

    private LoweredKernel lower(long kept, RowOrder order) {
        var others = new ArrayList<>(shape.dimensions());
        others.remove(dimension);
        long lines = others.stream().reduce(1L, Math::multiplyExact);
        scope.repeat(scope.block(), lines, LoopKind.SEQUENTIAL, (inner, line) -> {
            var at = Layouts.fromOrdinal(Shape.array(PrimitiveType.PRED, others), line);
            scope.repeat(inner, length(), LoopKind.SEQUENTIAL, (innermost, i) -> read(innermost, at, i));
            var sorted = new MergeSort(scope, columns, length(), order).emit(inner);
            scope.repeat(inner, kept, LoopKind.SEQUENTIAL, (innermost, i) -> {
                for (int part = 0; part < sorted.size(); part++) {
                    scope.store(innermost, part, indices(at, i), scope.load(innermost, sorted.get(part), i));
                }
            });
        });
        return scope.partitioned(List.of("a stable merge sort of each line"));
    }

    private void read(Block block, List<Index> line, Index i) {
        for (int part = 0; part < columns.size(); part++) {
            var isNumber = part >= scope.instruction().operandCount();
            var value = isNumber
                    ? scope.scalars(block)
                            .convert(PrimitiveType.S32, block.define(new Expression.IndexValue(i), scope.id()))
                    : scope.operand(block, part, indices(line, i));
            block.store(columns.get(part).first(), i, value, scope.id());
        }
    }

    private List<Index> indices(List<Index> line, Index i) {
        var indices = new ArrayList<>(line);
        indices.add(dimension, i);
        return Collections.unmodifiableList(indices);
    }
}
