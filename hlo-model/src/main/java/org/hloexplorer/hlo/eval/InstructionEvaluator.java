package org.hloexplorer.hlo.eval;

import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/** The value of one instruction, given the values of its operands: finds who knows the operation. */
final class InstructionEvaluator {
    private final ControlFlow controlFlow;
    private final Evaluation evaluation;
    private final Elementwise elementwise;
    private final DataMovement movement;
    private final DotProduct dotProduct;
    private final Reduction reduction;
    private final Cancellation cancellation;

    InstructionEvaluator(Evaluation evaluation, Cancellation cancellation) {
        this.evaluation = evaluation;
        this.cancellation = cancellation;
        this.controlFlow = new ControlFlow(evaluation);
        this.elementwise = new Elementwise(cancellation);
        this.movement = new DataMovement(cancellation);
        this.dotProduct = new DotProduct(cancellation);
        this.reduction = new Reduction(cancellation);
    }

    /** Whether the result takes memory of its own, rather than being an operand or a part of one. */
    static boolean allocates(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case PARAMETER,
                    CONSTANT,
                    TUPLE,
                    GET_TUPLE_ELEMENT,
                    RESHAPE,
                    COPY,
                    CALL,
                    FUSION,
                    WHILE,
                    CONDITIONAL,
                    OPTIMIZATION_BARRIER,
                    DOMAIN,
                    ADD_DEPENDENCY -> false;
            default -> true;
        };
    }

    Literal evaluate(HloModule module, HloInstruction instruction, List<Literal> operands) {
        return switch (instruction.op()) {
            case HloOp.Parameter _ -> throw new EvaluationException(instruction, "a parameter has no value of its own");
            case HloOp.Constant(var literal) -> evaluation.constant(instruction, literal);
            case HloOp.Plain _ -> plain(instruction, operands);
            case HloOp.AlongDimension along -> alongDimension(instruction, along, operands);
            case HloOp.WithDimensions with -> withDimensions(instruction, with, operands);
            case HloOp.Compare _, HloOp.ReducePrecision _ -> elementwise.evaluate(instruction, operands);
            case HloOp.Slice slice -> movement.slice(operands.getFirst(), slice, array(instruction));
            case HloOp.Pad pad -> movement.pad(operands.getFirst(), operands.getLast(), pad, array(instruction));
            case HloOp.OverDimensions over -> overDimensions(module, instruction, over, operands);
            case HloOp.Dot(var dimensions, var _) ->
                dotProduct.evaluate(operands.getFirst(), operands.getLast(), dimensions, array(instruction));
            case HloOp.GetTupleElement(int index) ->
                operands.getFirst().elements().get(index);
            case HloOp.Call(int callee, var _) -> evaluation.evaluate(module, module.computation(callee), operands);
            case HloOp.Fusion(var _, int callee, var _) ->
                evaluation.evaluate(module, module.computation(callee), operands);
            case HloOp.While loop -> controlFlow.loop(module, loop, operands.getFirst());
            case HloOp.Conditional conditional -> controlFlow.branch(module, conditional, operands);
            case HloOp.Domain _ -> operands.getFirst();
            case HloOp.DynamicSlice _,
                    HloOp.RandomNumbers _,
                    HloOp.RngGetAndUpdateState _,
                    HloOp.Gather _,
                    HloOp.Scatter _,
                    HloOp.ReduceWindow _,
                    HloOp.SelectAndScatter _,
                    HloOp.Sort _,
                    HloOp.TopK _,
                    HloOp.Scan _,
                    HloOp.RaggedDot _,
                    HloOp.ScaledDot _,
                    HloOp.Convolution _,
                    HloOp.Fft _,
                    HloOp.Cholesky _,
                    HloOp.TriangularSolve _,
                    HloOp.BatchNorm _,
                    HloOp.CustomCall _,
                    HloOp.Feed _,
                    HloOp.Channel _,
                    HloOp.Async _,
                    HloOp.Collective _,
                    HloOp.Permute _,
                    HloOp.Unknown _ -> throw unknown(instruction);
        };
    }

    private Literal plain(HloInstruction instruction, List<Literal> operands) {
        return switch (instruction.opcode()) {
            case TUPLE -> Literal.tuple(operands);
            case RESHAPE -> operands.getFirst().reshaped(array(instruction));
            case COPY, OPTIMIZATION_BARRIER, ADD_DEPENDENCY -> operands.getFirst();
            case BITCAST -> bitcast(instruction, operands.getFirst());
            case BITCAST_CONVERT -> BitcastConversion.of(operands.getFirst(), array(instruction));
            case AFTER_ALL -> Literal.token();
            default -> {
                if (!instruction.opcode().isElementwise()) {
                    throw unknown(instruction);
                }
                yield elementwise.evaluate(instruction, operands);
            }
        };
    }

    private Literal alongDimension(HloInstruction instruction, HloOp.AlongDimension along, List<Literal> operands) {
        return switch (along.opcode()) {
            case IOTA -> Iota.of(array(instruction), along.dimension(), cancellation);
            case CONCATENATE -> movement.concatenate(operands, along.dimension(), array(instruction));
            default -> throw unknown(instruction);
        };
    }

    private Literal withDimensions(HloInstruction instruction, HloOp.WithDimensions with, List<Literal> operands) {
        var shape = array(instruction);
        return switch (with.opcode()) {
            case BROADCAST -> movement.broadcast(operands.getFirst(), with.dimensions(), shape);
            case TRANSPOSE -> movement.transpose(operands.getFirst(), with.dimensions(), shape);
            case REVERSE -> movement.reverse(operands.getFirst(), with.dimensions(), shape);
            default -> throw unknown(instruction);
        };
    }

    private Literal overDimensions(
            HloModule module, HloInstruction instruction, HloOp.OverDimensions over, List<Literal> operands) {
        var reducer = evaluation.reducer(module, over.toApply());
        return switch (over.opcode()) {
            case REDUCE -> {
                int inputs = operands.size() / 2;
                yield tupled(
                        instruction,
                        reduction.evaluate(
                                operands.subList(0, inputs),
                                operands.subList(inputs, operands.size()),
                                over.dimensions(),
                                reducer,
                                arrays(instruction.shape())));
            }
            case MAP -> ScalarMap.of(operands, reducer, array(instruction), cancellation);
            default -> throw unknown(instruction);
        };
    }

    private Literal bitcast(HloInstruction instruction, Literal operand) {
        var to = array(instruction);
        var from = operand.shape().asArray();
        var physical = to.elementType() == from.elementType() ? operand : BitcastConversion.of(operand, to);
        return movement.bitcast(physical, physical.shape().asArray(), to);
    }

    private static Literal tupled(HloInstruction instruction, List<Literal> results) {
        return instruction.shape() instanceof Shape.Tuple ? Literal.tuple(results) : results.getFirst();
    }

    private static List<Shape.Array> arrays(Shape shape) {
        return shape instanceof Shape.Tuple(var elements)
                ? elements.stream().map(Shape::asArray).toList()
                : List.of(shape.asArray());
    }

    private static Shape.Array array(HloInstruction instruction) {
        return instruction.shape().asArray();
    }

    private static EvaluationException unknown(HloInstruction instruction) {
        return new EvaluationException(instruction, "the evaluator does not know this operation");
    }
}
