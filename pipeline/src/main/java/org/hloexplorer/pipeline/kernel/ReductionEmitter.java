package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/**
 * Operations whose every element is a loop: reductions, windows, and dots that are not worth a kernel of tiles.
 *
 * <p>f16 and bf16 are added and compared in f32 and rounded once at the end, as the reference does.
 */
record ReductionEmitter(ElementEmitter elements, Block block, Frame frame, HloInstruction instruction) {

    private HloInstruction operand(int index) {
        return frame.operand(instruction, index);
    }

    private List<PrimitiveType> resultTypes() {
        return instruction.shape() instanceof Shape.Tuple(var parts)
                ? parts.stream().map(part -> part.asArray().elementType()).toList()
                : List.of(instruction.shape().asArray().elementType());
    }

    List<Value> reduce(HloOp.OverDimensions reduce, List<Index> indices) {
        resultTypes().forEach(ElementwiseEmitter::computeType);
        int inputs = instruction.operandCount() / 2;
        var shape = operand(0).shape().asArray();
        var at = new ArrayList<>(Collections.nCopies(shape.rank(), Index.ZERO));
        int next = 0;
        for (int i = 0; i < shape.rank(); i++) {
            if (!reduce.dimensions().contains(i)) {
                at.set(i, indices.get(next++));
            }
        }
        var reducer = Accumulation.of(elements, instruction.id(), reduce.toApply(), resultTypes());
        var order = reducer.mayReorder()
                ? Layouts.majorToMinor(shape).stream()
                        .filter(reduce.dimensions()::contains)
                        .toList()
                : reduce.dimensions().stream().sorted().toList();
        LoopNest.Step step = (inner, accumulators, position) -> reducer.next(
                inner,
                accumulators,
                IntStream.range(0, inputs)
                        .mapToObj(i -> elements.element(inner, frame, operand(i), position))
                        .toList());
        var initial = IntStream.range(0, inputs)
                .mapToObj(i -> elements.scalar(block, frame, operand(inputs + i)))
                .toList();
        var nest = new LoopNest(instruction.id(), shape, order, reducer.kind(), reducer.isSum(), step);
        return reducer.finished(block, nest.emit(block, reducer.started(block, initial), at));
    }

    List<Value> reduceWindow(HloOp.ReduceWindow op, List<Index> indices) {
        int inputs = instruction.operandCount() / 2;
        var reducer = Accumulation.of(elements, instruction.id(), op.toApply(), resultTypes());
        var shape = operand(0).shape().asArray();
        var sizes = op.window().dimensions().stream().map(each -> each.size()).toList();
        var window = Shape.array(shape.elementType(), sizes);
        var initial = IntStream.range(0, inputs)
                .mapToObj(i -> elements.scalar(block, frame, operand(inputs + i)))
                .toList();
        LoopNest.Step step = (inner, accumulators, offsets) -> {
            var position = new WindowPosition(inner, op.window(), shape, indices, offsets, instruction.id());
            return position.ifInside(
                    accumulators,
                    inside -> reducer.next(
                            inside,
                            accumulators,
                            IntStream.range(0, inputs)
                                    .mapToObj(i -> elements.element(inside, frame, operand(i), position.indices()))
                                    .toList()));
        };
        var nest = LoopNest.overAll(instruction.id(), window, reducer.kind(), false, step);
        return reducer.finished(block, nest.emit(block, reducer.started(block, initial)));
    }

    Value dot(HloOp.Dot dot, List<Index> indices) {
        var dimensions = dot.dimensions();
        var operands = DotOperands.of(
                dimensions, operand(0).shape().asArray(), operand(1).shape().asArray());
        var type = resultTypes().getFirst();
        var compute = ElementwiseEmitter.computeType(type);
        var contracted = Shape.array(type, operands.depthSizes());
        var zero = new Scalars(block, instruction.id()).number(compute, 0);
        LoopNest.Step step = (inner, accumulators, k) -> {
            var scalars = new Scalars(inner, instruction.id());
            var lhs = elements.element(inner, frame, operand(0), operands.lhs(indices, k));
            var rhs = elements.element(inner, frame, operand(1), operands.rhs(indices, k));
            return List.of(sum(scalars, compute, lhs, rhs, accumulators.getFirst()));
        };
        var nest = LoopNest.overAll(instruction.id(), contracted, LoopKind.REDUCTION, true, step);
        var sum = nest.emit(block, List.of(zero)).getFirst();
        return new Scalars(block, instruction.id()).convert(type, sum);
    }

    Value convolution(HloOp.Convolution op, List<Index> indices) {
        var shape = instruction.shape().asArray();
        var contraction = ConvolutionContraction.of(
                op, operand(0).shape().asArray(), operand(1).shape().asArray(), shape, instruction.id());
        var at = new ConvolutionIndices(contraction, op.dimensions(), indices);
        var compute = ElementwiseEmitter.computeType(shape.elementType());
        var depth = Shape.array(shape.elementType(), contraction.depthSizes());
        var zero = new Scalars(block, instruction.id()).number(compute, 0);
        LoopNest.Step step = (inner, accumulators, k) -> {
            var line = contraction.lhs(inner, at.group(), at.row(), k.subList(0, k.size() - 1));
            return whereThere(inner, line.test(), accumulators, inside -> {
                var scalars = new Scalars(inside, instruction.id());
                var lhs = elements.element(inside, frame, operand(0), line.at(k.getLast()));
                var rhs = elements.element(inside, frame, operand(1), contraction.rhs(at.group(), at.column(), k));
                return List.of(sum(
                        scalars,
                        compute,
                        scalars.convert(shape.elementType(), lhs),
                        scalars.convert(shape.elementType(), rhs),
                        accumulators.getFirst()));
            });
        };
        var nest = LoopNest.overAll(instruction.id(), depth, LoopKind.REDUCTION, true, step);
        return new Scalars(block, instruction.id())
                .convert(shape.elementType(), nest.emit(block, List.of(zero)).getFirst());
    }

    private List<Value> whereThere(
            Block inner, @Nullable Value test, List<Value> accumulators, Function<Block, List<Value>> step) {
        return test == null ? step.apply(inner) : inner.choose(test, instruction.id(), step, _ -> accumulators);
    }

    private static Value sum(Scalars scalars, PrimitiveType compute, Value lhs, Value rhs, Value accumulator) {
        var a = scalars.convert(compute, lhs);
        var b = scalars.convert(compute, rhs);
        // Not as one operation: a sum that may be reordered must be seen to be a sum.
        return scalars.add(accumulator, scalars.multiply(a, b));
    }
}
