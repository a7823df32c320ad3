package org.hloexplorer.hlo.analysis;

import java.util.List;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.Window;

/**
 * The cost of one instruction, given the costs of the computations it calls; the rules are those of XLA's
 * {@code service/hlo_cost_analysis.cc}.
 */
final class InstructionCost {
    private static final long FLOPS_PER_FMA = 2;
    private static final long FMAS_PER_COMPLEX_PRODUCT = 4;

    private final HloCostAnalysis analysis;
    private final HloInstruction instruction;
    private final List<HloInstruction> operands;
    private final HloComputation computation;

    InstructionCost(HloCostAnalysis analysis, HloComputation computation, HloInstruction instruction) {
        this.analysis = analysis;
        this.computation = computation;
        this.instruction = instruction;
        this.operands = computation.operands(instruction);
    }

    Cost evaluate() {
        return switch (instruction.op()) {
            case HloOp.Parameter _, HloOp.Constant _, HloOp.GetTupleElement _ -> Cost.NONE;
            case HloOp.Plain _, HloOp.RandomNumbers _ -> plain();
            case HloOp.Compare _, HloOp.ReducePrecision _ -> elementwise();
            case HloOp.WithDimensions _ -> isTransposeInPlace() ? Cost.NONE : bytesOnly(defaultBytes());
            case HloOp.Slice _ -> bytesOnly(2 * outputBytes());
            case HloOp.DynamicSlice _ -> bytesOnly(2 * outputBytes() + operandBytes(1));
            case HloOp.Gather _ -> bytesOnly(2 * outputBytes() + operandBytes(1));
            case HloOp.Scatter scatter -> scatter(scatter);
            case HloOp.OverDimensions over -> overDimensions(over);
            case HloOp.ReduceWindow reduce -> reduceWindow(reduce);
            case HloOp.SelectAndScatter select -> selectAndScatter(select);
            case HloOp.Sort _ -> flops(elements(0) * log2Ceiling(elements(0)));
            case HloOp.Dot(var dimensions, var _) -> dot(dimensions.lhsContracting());
            case HloOp.RaggedDot(var dimensions, var _, var _, var _) -> dot(dimensions.lhsContracting());
            case HloOp.ScaledDot(var dimensions, var _) -> dot(dimensions.lhsContracting());
            case HloOp.Convolution convolution ->
                flops(FLOPS_PER_FMA
                        * ConvolutionPositions.fmas(
                                convolution,
                                operandArray(0),
                                operandArray(1),
                                instruction.shape().asArray()));
            case HloOp.Fft fft -> fft(fft);
            case HloOp.Cholesky _ -> cholesky();
            case HloOp.TriangularSolve _ -> triangularSolve();
            case HloOp.Call(int callee, var _) -> analysis.computationCost(callee);
            case HloOp.While(int condition, int body) ->
                analysis.computationCost(body).plus(analysis.computationCost(condition));
            case HloOp.Conditional(var branches, var _) ->
                branches.stream().map(analysis::computationCost).reduce(Cost.NONE, Cost::max);
            case HloOp.Fusion(var _, int callee, var _) ->
                analysis.computationCost(callee)
                        .withBytes(FusionBytes.of(analysis.computation(callee), analysis::computation));
            case HloOp.Async async -> async(async);
            case HloOp.Collective collective -> collective(collective);
            case HloOp.CustomCall _, HloOp.Unknown _ -> Cost.UNKNOWN;
            case HloOp.AlongDimension _,
                    HloOp.Pad _,
                    HloOp.RngGetAndUpdateState _,
                    HloOp.TopK _,
                    HloOp.Scan _,
                    HloOp.BatchNorm _,
                    HloOp.Feed _,
                    HloOp.Channel _,
                    HloOp.Permute _,
                    HloOp.Domain _ -> bytesOnly(defaultBytes());
        };
    }

    private Cost plain() {
        return switch (instruction.opcode()) {
            case TUPLE -> bytesOnly(ShapeSize.ofTable(instruction.shape()));
            case BITCAST, AFTER_ALL -> Cost.NONE;
            case DYNAMIC_UPDATE_SLICE -> bytesOnly(2 * operandBytes(1) + operandBytes(2));
            case RNG, RNG_BIT_GENERATOR -> new Cost(0, leafElements(instruction.shape()), defaultBytes());
            default -> instruction.opcode().isElementwise() ? elementwise() : bytesOnly(defaultBytes());
        };
    }

    private Cost elementwise() {
        long elements = instruction.shape().asArray().elements();
        return isTranscendental(instruction.opcode())
                ? new Cost(0, elements, defaultBytes())
                : new Cost(elements, 0, defaultBytes());
    }

    /** XLA's complete list; divisions and remainders are ordinary flops. */
    static boolean isTranscendental(HloOpcode opcode) {
        return switch (opcode) {
            case ACOS,
                    ACOSH,
                    ASIN,
                    ASINH,
                    ATAN2,
                    ATANH,
                    CBRT,
                    COSINE,
                    COSH,
                    ERF,
                    EXPONENTIAL,
                    EXPONENTIAL_MINUS_ONE,
                    LOG,
                    LOG_PLUS_ONE,
                    LOGISTIC,
                    POWER,
                    RSQRT,
                    SINE,
                    SINH,
                    SQRT,
                    TAN,
                    TANH -> true;
            default -> false;
        };
    }

    /** Whether a transpose only renames dimensions, because the layouts make up for it. */
    private boolean isTransposeInPlace() {
        if (!(instruction.op() instanceof HloOp.WithDimensions(var opcode, var permutation))
                || opcode != HloOpcode.TRANSPOSE) {
            return false;
        }
        var from = operandArray(0).layout().minorToMajor();
        var to = instruction.shape().asArray().layout().minorToMajor().stream()
                .map(permutation::get)
                .toList();
        return from.equals(to);
    }

    private Cost overDimensions(HloOp.OverDimensions over) {
        long applications = over.opcode() == HloOpcode.MAP
                ? firstArray(instruction.shape()).elements()
                : elements(0) - firstArray(instruction.shape()).elements();
        return analysis.computationCost(over.toApply())
                .arithmeticTimes(applications)
                .withBytes(defaultBytes());
    }

    private Cost reduceWindow(HloOp.ReduceWindow reduce) {
        long applications = (windowElements(reduce.window()) - 1)
                * firstArray(instruction.shape()).elements();
        return analysis.computationCost(reduce.toApply())
                .arithmeticTimes(applications)
                .withBytes(defaultBytes());
    }

    private Cost selectAndScatter(HloOp.SelectAndScatter select) {
        long sources = elements(1);
        return analysis.computationCost(select.select())
                .arithmeticTimes(sources * (windowElements(select.window()) - 1))
                .plus(analysis.computationCost(select.scatter()).arithmeticTimes(sources))
                .withBytes(defaultBytes());
    }

    private Cost scatter(HloOp.Scatter scatter) {
        int arrays = operands.size() / 2;
        long updateBytes = 0;
        for (int i = 0; i < arrays; i++) {
            updateBytes += operandBytes(arrays + 1 + i);
        }
        return analysis.computationCost(scatter.toApply())
                .arithmeticTimes(elements(arrays + 1))
                .withBytes(3 * updateBytes + operandBytes(arrays));
    }

    private Cost dot(List<Integer> contracting) {
        long depth = 1;
        for (int dimension : contracting) {
            depth *= operandArray(0).dimension(dimension);
        }
        return flops(FLOPS_PER_FMA * instruction.shape().asArray().elements() * depth);
    }

    private Cost fft(HloOp.Fft fft) {
        long logarithms = 1;
        for (long length : fft.length()) {
            logarithms *= log2Floor(length);
        }
        return flops(FLOPS_PER_FMA * FMAS_PER_COMPLEX_PRODUCT * logarithms * elements(0));
    }

    /** A third of n³ flops per matrix; half of the matrix is read and half is written. */
    private Cost cholesky() {
        long n = operandArray(0).dimension(operandArray(0).rank() - 1);
        return new Cost(n * elements(0) / 3, 0, operandBytes(0));
    }

    /** Half of the matrix is read. */
    private Cost triangularSolve() {
        long n = operandArray(0).dimension(operandArray(0).rank() - 1);
        return new Cost(FLOPS_PER_FMA * n * elements(1), 0, outputBytes() + operandBytes(0) / 2 + operandBytes(1));
    }

    private Cost async(HloOp.Async async) {
        return async.opcode() == HloOpcode.ASYNC_START ? analysis.computationCost(async.computation()) : Cost.NONE;
    }

    /** Of an all-reduce XLA supposes two replicas, so that each element is one addition. */
    private Cost collective(HloOp.Collective collective) {
        if (collective.opcode() != HloOpcode.ALL_REDUCE) {
            return bytesOnly(defaultBytes());
        }
        return new Cost(leafElements(instruction.shape()), 0, defaultBytes());
    }

    private Cost flops(long flops) {
        return new Cost(flops, 0, defaultBytes());
    }

    private static Cost bytesOnly(long bytes) {
        return new Cost(0, 0, bytes);
    }

    /** All operands once, and the result. */
    private long defaultBytes() {
        long bytes = outputBytes();
        for (int i = 0; i < operands.size(); i++) {
            bytes += operandBytes(i);
        }
        return bytes;
    }

    private long outputBytes() {
        return ShapeSize.of(instruction.shape());
    }

    private long operandBytes(int operand) {
        return ShapeSize.of(operands.get(operand).shape());
    }

    private long elements(int operand) {
        return operandArray(operand).elements();
    }

    private Shape.Array operandArray(int operand) {
        return firstArray(operands.get(operand).shape());
    }

    private static Shape.Array firstArray(Shape shape) {
        return shape instanceof Shape.Tuple(var elements) ? firstArray(elements.getFirst()) : shape.asArray();
    }

    private static long windowElements(Window window) {
        return window.dimensions().stream().mapToLong(Window.Dimension::size).reduce(1, (a, b) -> a * b);
    }

    private static long leafElements(Shape shape) {
        return switch (shape) {
            case Shape.Array array -> array.elements();
            case Shape.Tuple(var elements) ->
                elements.stream().mapToLong(InstructionCost::leafElements).sum();
            case Shape.Buffer _, Shape.Token _, Shape.Opaque _ -> 0;
        };
    }

    private static long log2Floor(long value) {
        return value <= 0 ? -1 : Long.SIZE - 1 - Long.numberOfLeadingZeros(value);
    }

    private static long log2Ceiling(long value) {
        return value <= 1 ? 0 : log2Floor(value - 1) + 1;
    }
}
