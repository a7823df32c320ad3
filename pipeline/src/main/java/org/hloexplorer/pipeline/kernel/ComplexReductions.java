package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.kernel.ComplexEmitter.Complex;

/** Sums, products and other reductions of complex numbers over a loop, which carries the real and the imaginary part. */
record ComplexReductions(ElementEmitter elements, Block block, Frame frame, HloInstruction instruction) {

    /** A dot of complex arrays, or of one with a real one. */
    List<Value> dot(HloOp.Dot dot, List<Index> indices) {
        var operands = DotOperands.of(dot.dimensions(), shape(0), shape(1));
        var contracted = Shape.array(PrimitiveType.PRED, operands.depthSizes());
        LoopNest.Step step = (inner, sums, k) -> {
            var lhs = element(inner, 0, operands.lhs(indices, k));
            var rhs = element(inner, 1, operands.rhs(indices, k));
            var scalars = scalars(inner);
            return added(
                    scalars, sums, ComplexEmitter.product(scalars, lhs, rhs).parts());
        };
        var zero = scalars(block).number(partType(), 0);
        return LoopNest.overAll(instruction.id(), contracted, LoopKind.REDUCTION, false, step)
                .emit(block, List.of(zero, zero));
    }

    /** Sums may be taken in any order; whatever else is done in that of the dimensions. */
    List<Value> reduce(HloOp.OverDimensions reduce, List<Index> indices) {
        var opcode = Reducer.plain(elements.module().computation(reduce.toApply()));
        var isSum = opcode.equals(Optional.of(HloOpcode.ADD));
        var isProduct = opcode.equals(Optional.of(HloOpcode.MULTIPLY));
        LoopNest.Step step = (inner, sums, position) -> {
            var value = element(inner, 0, position);
            var scalars = scalars(inner);
            if (isSum) {
                return added(scalars, sums, value.parts());
            }
            return isProduct
                    ? ComplexEmitter.product(scalars, new Complex(sums.get(0), sums.get(1)), value)
                            .parts()
                    : elements.appliedToComplex(inner, reduce.toApply(), List.of(sums, value.parts()));
        };
        var kind = isSum ? LoopKind.REDUCTION : LoopKind.SEQUENTIAL;
        var order = isSum || isProduct
                ? Layouts.majorToMinor(shape(0)).stream()
                        .filter(reduce.dimensions()::contains)
                        .toList()
                : reduce.dimensions().stream().sorted().toList();
        return new LoopNest(instruction.id(), shape(0), order, kind, false, step)
                .emit(block, element(block, 1, List.of()).parts(), kept(reduce, indices));
    }

    private List<Index> kept(HloOp.OverDimensions reduce, List<Index> indices) {
        var at = new ArrayList<>(Collections.nCopies(shape(0).rank(), Index.ZERO));
        int next = 0;
        for (int i = 0; i < at.size(); i++) {
            if (!reduce.dimensions().contains(i)) {
                at.set(i, indices.get(next++));
            }
        }
        return at;
    }

    private Shape.Array shape(int operand) {
        return frame.operand(instruction, operand).shape().asArray();
    }

    private PrimitiveType partType() {
        return ComplexEmitter.partType(instruction.shape().asArray().elementType());
    }

    private Scalars scalars(Block inner) {
        return new Scalars(inner, instruction.id());
    }

    private Complex element(Block inner, int operand, List<Index> at) {
        var from = frame.operand(instruction, operand);
        if (!ComplexEmitter.isComplex(from)) {
            var real = scalars(inner).convert(partType(), elements.element(inner, frame, from, at));
            return new Complex(real, scalars(inner).number(partType(), 0));
        }
        return new Complex(elements.element(inner, frame, from, 0, at), elements.element(inner, frame, from, 1, at));
    }

    private static List<Value> added(Scalars scalars, List<Value> sums, List<Value> values) {
        return List.of(scalars.add(sums.get(0), values.get(0)), scalars.add(sums.get(1), values.get(1)));
    }
}
