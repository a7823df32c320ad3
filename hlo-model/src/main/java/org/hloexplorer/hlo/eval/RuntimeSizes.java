package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.DotDimensions;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/**
 * The sizes that the result of an instruction really has, where its shape only bounds them.
 *
 * <p>They follow from the sizes of the operands. A dimension that no operand decides, such as one of a broadcast scalar, is
 * as large as its bound; where an element-wise operation meets it with a smaller one, the smaller counts.
 */
final class RuntimeSizes {
    private final HloInstruction instruction;
    private final List<Literal> operands;
    private final Shape.Array shape;

    private RuntimeSizes(HloInstruction instruction, List<Literal> operands, Shape.Array shape) {
        this.instruction = instruction;
        this.operands = operands;
        this.shape = shape;
    }

    /** The same instruction with the shape of its actual result. */
    static HloInstruction settle(HloInstruction instruction, List<Literal> operands) {
        return switch (instruction.shape()) {
            case Shape.Array array
            when !array.isStatic() -> instruction.withShape(new RuntimeSizes(instruction, operands, array).actual());
            case Shape.Tuple(var elements)
            when holdsDynamic(elements) && makesArrays(instruction) ->
                instruction.withShape(new Shape.Tuple(elements.stream()
                        .map(each -> each instanceof Shape.Array array && !array.isStatic()
                                ? new RuntimeSizes(instruction, operands, array).actual()
                                : each)
                        .toList()));
            default -> instruction;
        };
    }

    /** Operands of a product, cut along what is contracted or goes in step to the sizes that both have. */
    static List<Literal> cutToMeet(DotDimensions dimensions, List<Literal> operands, DataMovement movement) {
        var lhs = new ArrayList<>(operands.get(0).shape().asArray().dimensions());
        var rhs = new ArrayList<>(operands.get(1).shape().asArray().dimensions());
        meet(lhs, dimensions.lhsContracting(), rhs, dimensions.rhsContracting());
        meet(lhs, dimensions.lhsBatch(), rhs, dimensions.rhsBatch());
        return List.of(cut(operands.get(0), lhs, movement), cut(operands.get(1), rhs, movement));
    }

    private static void meet(List<Long> lhs, List<Integer> left, List<Long> rhs, List<Integer> right) {
        for (int i = 0; i < left.size(); i++) {
            long size = Math.min(lhs.get(left.get(i)), rhs.get(right.get(i)));
            lhs.set(left.get(i), size);
            rhs.set(right.get(i), size);
        }
    }

    private static Literal cut(Literal operand, List<Long> sizes, DataMovement movement) {
        var shape = operand.shape().asArray();
        return shape.dimensions().equals(sizes)
                ? operand
                : movement.dynamicSlice(operand, new long[sizes.size()], Shape.array(shape.elementType(), sizes));
    }

    /** Operands of an element-wise operation, cut to the sizes that all have. */
    static List<Literal> cut(HloInstruction settled, List<Literal> operands, DataMovement movement) {
        if (!settled.opcode().isElementwise()) {
            return operands;
        }
        var shape = settled.shape().asArray();
        return operands.stream()
                .map(each ->
                        each.shape().asArray().rank() == shape.rank() ? cut(each, shape.dimensions(), movement) : each)
                .toList();
    }

    private static boolean holdsDynamic(List<Shape> shapes) {
        return shapes.stream().anyMatch(each -> each instanceof Shape.Array array && !array.isStatic());
    }

    /** Tuples that only gather values need no sizes. */
    private static boolean makesArrays(HloInstruction instruction) {
        return switch (instruction.op()) {
            case HloOp.OverDimensions _, HloOp.Sort _, HloOp.TopK _ -> true;
            default -> false;
        };
    }

    private Shape.Array actual() {
        return Shape.array(shape.elementType(), sizes());
    }

    private List<Long> sizes() {
        if (instruction.opcode().isElementwise()) {
            return smallest();
        }
        return switch (instruction.op()) {
            case HloOp.Parameter _, HloOp.Constant _ -> shape.dimensions();
            case HloOp.Plain(var opcode) ->
                switch (opcode) {
                    case RESHAPE, BITCAST -> reshaped();
                    case COPY, DYNAMIC_UPDATE_SLICE -> operand(0).dimensions();
                    case DYNAMIC_RESHAPE -> shape.dimensions();
                    default -> throw unknown();
                };
            case HloOp.WithDimensions with -> withDimensions(with);
            case HloOp.AlongDimension along -> alongDimension(along);
            case HloOp.OverDimensions(var _, var dimensions, var _) -> reduced(dimensions);
            case HloOp.Slice slice -> sliced(slice);
            case HloOp.Pad pad -> padded(pad);
            case HloOp.Dot(var dimensions, var _) -> multiplied(dimensions);
            case HloOp.ReduceWindow(var window, var _) -> {
                var sizes = new ArrayList<Long>();
                for (int dimension = 0; dimension < shape.rank(); dimension++) {
                    sizes.add(window.dimensions()
                            .get(dimension)
                            .positions(operand(0).dimension(dimension)));
                }
                yield sizes;
            }
            case HloOp.Sort _, HloOp.Scatter _, HloOp.SelectAndScatter _ ->
                operand(0).dimensions();
            case HloOp.TopK topK -> {
                var sizes = new ArrayList<>(operand(0).dimensions());
                sizes.set(sizes.size() - 1, topK.k());
                yield sizes;
            }
            case HloOp.DynamicSlice(var sizes) -> sizes;
            case HloOp.CustomCall _,
                    HloOp.Call _,
                    HloOp.Fusion _,
                    HloOp.While _,
                    HloOp.Conditional _,
                    HloOp.GetTupleElement _ -> shape.dimensions();
            default -> throw unknown();
        };
    }

    private Shape.Array operand(int index) {
        return operands.get(index).shape().asArray();
    }

    private List<Long> smallest() {
        var sizes = new ArrayList<>(shape.dimensions());
        for (int i = 0; i < operands.size(); i++) {
            if (operand(i).rank() == sizes.size()) {
                for (int dimension = 0; dimension < sizes.size(); dimension++) {
                    sizes.set(
                            dimension, Math.min(sizes.get(dimension), operand(i).dimension(dimension)));
                }
            }
        }
        return sizes;
    }

    /** One dimension at most takes up what the others leave; static ones stay. */
    private List<Long> reshaped() {
        long elements = operand(0).elements();
        if (shape.elements() == elements) {
            return shape.dimensions();
        }
        if (shape.dynamicDimensions().size() != 1) {
            throw new EvaluationException(
                    instruction, "the sizes of its dimensions do not follow from those of its operand");
        }
        int dynamic = shape.dynamicDimensions().iterator().next();
        long others = 1;
        for (int dimension = 0; dimension < shape.rank(); dimension++) {
            others *= dimension == dynamic ? 1 : shape.dimension(dimension);
        }
        if (others == 0 || elements % others != 0) {
            throw new EvaluationException(
                    instruction, "%d elements do not fill %s".formatted(elements, shape.withoutLayout()));
        }
        var sizes = new ArrayList<>(shape.dimensions());
        sizes.set(dynamic, elements / others);
        return sizes;
    }

    private List<Long> withDimensions(HloOp.WithDimensions with) {
        var sizes = new ArrayList<>(shape.dimensions());
        for (int i = 0; i < with.dimensions().size(); i++) {
            int dimension = with.dimensions().get(i);
            switch (with.opcode()) {
                case BROADCAST -> sizes.set(dimension, operand(0).dimension(i));
                case TRANSPOSE -> sizes.set(i, operand(0).dimension(dimension));
                default -> {
                    return operand(0).dimensions();
                }
            }
        }
        return sizes;
    }

    private List<Long> alongDimension(HloOp.AlongDimension along) {
        return switch (along.opcode()) {
            case CONCATENATE -> {
                var sizes = new ArrayList<>(operand(0).dimensions());
                long sum = 0;
                for (int i = 0; i < operands.size(); i++) {
                    sum += operand(i).dimension(along.dimension());
                }
                sizes.set(along.dimension(), sum);
                yield sizes;
            }
            case SET_DIMENSION_SIZE, IOTA -> shape.dimensions();
            default -> throw unknown();
        };
    }

    private List<Long> reduced(List<Integer> dimensions) {
        return Strides.others(operand(0).rank(), dimensions).stream()
                .map(operand(0)::dimension)
                .toList();
    }

    private List<Long> sliced(HloOp.Slice slice) {
        var sizes = new ArrayList<Long>();
        for (int dimension = 0; dimension < shape.rank(); dimension++) {
            long limit = Math.min(slice.limits().get(dimension), operand(0).dimension(dimension));
            long length = Math.max(0, limit - slice.starts().get(dimension));
            sizes.add(Math.ceilDiv(length, slice.strides().get(dimension)));
        }
        return sizes;
    }

    private List<Long> padded(HloOp.Pad pad) {
        var sizes = new ArrayList<Long>();
        for (int dimension = 0; dimension < shape.rank(); dimension++) {
            long size = operand(0).dimension(dimension);
            long between = size == 0 ? 0 : (size - 1) * pad.interior().get(dimension);
            sizes.add(pad.low().get(dimension) + size + between + pad.high().get(dimension));
        }
        return sizes;
    }

    private List<Long> multiplied(DotDimensions dimensions) {
        var sizes = new ArrayList<Long>();
        dimensions.lhsBatch().forEach(each -> sizes.add(operand(0).dimension(each)));
        sizes.addAll(free(operand(0), dimensions.lhsBatch(), dimensions.lhsContracting()));
        sizes.addAll(free(operand(1), dimensions.rhsBatch(), dimensions.rhsContracting()));
        return sizes;
    }

    private static List<Long> free(Shape.Array operand, List<Integer> batch, List<Integer> contracting) {
        var taken = new ArrayList<>(batch);
        taken.addAll(contracting);
        return Strides.others(operand.rank(), taken).stream()
                .map(operand::dimension)
                .toList();
    }

    private EvaluationException unknown() {
        return new EvaluationException(
                instruction, "its operands have sizes of run time, which it is not evaluated with");
    }
}
