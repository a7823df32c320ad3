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
    private final Evaluation evaluation;
    private final Cancellation cancellation;
    private final ControlFlow controlFlow;
    private final PlainOperations plainOperations;
    private final AppliedOperations appliedOperations;
    private final Elementwise elementwise;
    private final DataMovement movement;
    private final DeclaredTypes declaredTypes;
    private final RandomState randomState = new RandomState();

    InstructionEvaluator(Evaluation evaluation, Cancellation cancellation) {
        this.evaluation = evaluation;
        this.cancellation = cancellation;
        this.controlFlow = new ControlFlow(evaluation);
        this.elementwise = new Elementwise(cancellation);
        this.movement = new DataMovement(cancellation);
        this.declaredTypes = new DeclaredTypes(elementwise);
        this.plainOperations = new PlainOperations(evaluation.communication(), elementwise, movement);
        this.appliedOperations = new AppliedOperations(evaluation, cancellation);
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
                    COPY_DONE,
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
        var settled = RuntimeSizes.settle(instruction, operands);
        boolean isStatic = settled == instruction;
        var fitting = isStatic ? operands : RuntimeSizes.cut(settled, operands, movement);
        return evaluateSettled(module, settled, declaredTypes.operands(settled, fitting));
    }

    private Literal evaluateSettled(HloModule module, HloInstruction instruction, List<Literal> operands) {
        return switch (instruction.op()) {
            case HloOp.Parameter _ -> throw new EvaluationException(instruction, "a parameter has no value of its own");
            case HloOp.Constant(var literal) -> evaluation.constant(instruction, literal);
            case HloOp.Plain _ -> plainOperations.evaluate(instruction, operands);
            case HloOp.AlongDimension along -> alongDimension(instruction, along, operands);
            case HloOp.WithDimensions with -> withDimensions(instruction, with, operands);
            case HloOp.Compare _, HloOp.ReducePrecision _ -> elementwise.evaluate(instruction, operands);
            case HloOp.RandomNumbers random -> randomNumbers(instruction, random, operands);
            case HloOp.RngGetAndUpdateState update -> randomState.getAndUpdate(update);
            case HloOp.Slice slice -> movement.slice(operands.getFirst(), slice, array(instruction));
            case HloOp.DynamicSlice _ -> dynamicSlice(instruction, operands);
            case HloOp.Pad pad -> movement.pad(operands.getFirst(), operands.getLast(), pad, array(instruction));
            case HloOp.Gather gather ->
                new Gathering(cancellation)
                        .evaluate(operands.getFirst(), operands.getLast(), gather, array(instruction));
            case HloOp.OverDimensions _,
                    HloOp.Scatter _,
                    HloOp.ReduceWindow _,
                    HloOp.SelectAndScatter _,
                    HloOp.Sort _,
                    HloOp.TopK _,
                    HloOp.Scan _ -> appliedOperations.evaluate(module, instruction, operands);
            case HloOp.Dot _,
                    HloOp.RaggedDot _,
                    HloOp.ScaledDot _,
                    HloOp.Convolution _,
                    HloOp.Fft _,
                    HloOp.Cholesky _,
                    HloOp.TriangularSolve _,
                    HloOp.BatchNorm _ -> LinearOperations.evaluate(instruction, operands, cancellation);
            case HloOp.GetTupleElement(int index) ->
                operands.getFirst().elements().get(index);
            case HloOp.Call(int callee, var _) -> evaluation.evaluate(module, module.computation(callee), operands);
            case HloOp.Fusion(var _, int callee, var _) ->
                evaluation.evaluate(module, module.computation(callee), operands);
            case HloOp.While loop -> controlFlow.loop(module, loop, operands.getFirst());
            case HloOp.Conditional conditional -> controlFlow.branch(module, conditional, operands);
            case HloOp.Async async -> Asynchronous.evaluate(evaluation, module, instruction, async, operands);
            case HloOp.Collective collective ->
                new Collectives(evaluation, module, cancellation).evaluate(instruction, collective, operands);
            case HloOp.Permute permute ->
                new Collectives(evaluation, module, cancellation).permute(instruction, permute, operands);
            case HloOp.CustomCall call ->
                PartBoundary.evaluate(module, instruction, operands, evaluation.communication(), cancellation)
                        .orElseGet(() -> CustomCalls.evaluate(instruction, call, operands, cancellation));
            case HloOp.Domain _ -> operands.getFirst();
            case HloOp.Feed _, HloOp.Channel _ ->
                throw new EvaluationException(instruction, "it exchanges data with the host or another program");
            case HloOp.Unknown _ -> throw unknown(instruction);
        };
    }

    private Literal alongDimension(HloInstruction instruction, HloOp.AlongDimension along, List<Literal> operands) {
        return switch (along.opcode()) {
            case IOTA -> Iota.of(array(instruction), along.dimension(), cancellation);
            case CONCATENATE -> movement.concatenate(operands, along.dimension(), array(instruction));
            case GET_DIMENSION_SIZE -> DimensionSizes.get(operands.getFirst(), along.dimension());
            case SET_DIMENSION_SIZE ->
                DimensionSizes.set(instruction, operands, along.dimension(), array(instruction), movement);
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

    private Literal dynamicSlice(HloInstruction instruction, List<Literal> operands) {
        var shape = array(instruction);
        long[] starts = StartIndices.of(operands.subList(1, operands.size()), shape.rank());
        return movement.dynamicSlice(operands.getFirst(), starts, shape);
    }

    private Literal randomNumbers(HloInstruction instruction, HloOp.RandomNumbers random, List<Literal> operands) {
        return switch (random.opcode()) {
            case RNG -> randomState.draw(instruction, random.kind(), operands);
            case RNG_BIT_GENERATOR -> Literal.tuple(RandomBits.of(instruction, random.kind(), operands.getFirst()));
            default -> throw unknown(instruction);
        };
    }

    static Shape.Array array(HloInstruction instruction) {
        return instruction.shape().asArray();
    }

    static EvaluationException unknown(HloInstruction instruction) {
        return new EvaluationException(instruction, "the evaluator does not know this operation");
    }
}
