package org.hloexplorer.pipeline.kernel;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.kernel.IndexAtom.LoopVariable;

/** Loops over all elements of a result, around stores of them. */
record RootNest(ElementEmitter elements, Frame frame, HloInstruction instruction, Block block, LoopKind outermost) {

    void emit(List<KernelBuffer> results, Shape.Array shape, List<Integer> groups, int firstPart) {
        emit(block, results, shape, groups, 0, Index.ZERO, firstPart);
    }

    private void emit(
            Block outer,
            List<KernelBuffer> results,
            Shape.Array shape,
            List<Integer> groups,
            int dimension,
            Index position,
            int firstPart) {
        if (groups.isEmpty()) {
            var indices = Layouts.indices(shape, position);
            if (shape.elementType().isComplex()) {
                storeComplex(outer, results.getFirst(), position, indices);
                return;
            }
            for (int i = 0; i < results.size(); i++) {
                var value = elements.element(outer, frame, instruction, firstPart + i, indices);
                outer.store(results.get(i), position, value, instruction.id());
            }
            return;
        }
        var order = Layouts.majorToMinor(shape);
        long extent = 1;
        for (int i = 0; i < groups.getFirst(); i++) {
            extent *= shape.dimension(order.get(dimension + i));
        }
        long size = extent;
        LoopVariable counter = outer.newVariable(size);
        var kind = dimension == 0 ? outermost : LoopKind.SEQUENTIAL;
        outer.loop(counter, kind, List.of(), instruction.id(), (inner, _) -> {
            emit(
                    inner,
                    results,
                    shape,
                    groups.subList(1, groups.size()),
                    dimension + groups.getFirst(),
                    position.times(size).plus(Index.of(counter)),
                    firstPart);
            return List.of();
        });
    }

    private void storeComplex(Block outer, KernelBuffer result, Index position, List<Index> indices) {
        for (int part = 0; part < 2; part++) {
            var value = elements.element(outer, frame, instruction, part, indices);
            outer.store(result, position.times(2).plus(part), value, instruction.id());
        }
    }
}
