package org.hloexplorer.hlo.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.ProgramShape;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/** Works out the shape of an operation from those of its operands, for every opcode. */
public final class ShapeInference {
    private ShapeInference() {}

    /**
     * What came of it.
     *
     * @param shape null where it is the instruction's own choice, or where something is wrong
     */
    public record Inference(@Nullable Shape shape, List<ShapeProblem> problems) {
        public Inference {
            problems = List.copyOf(problems);
        }

        public Optional<Shape> inferred() {
            return Optional.ofNullable(shape);
        }
    }

    /** The shape that an operation gives; layouts are row-major. */
    public static Inference infer(HloOp op, List<Shape> operands, IntFunction<ProgramShape> callees) {
        return resolve(new Application(op, operands, null, callees));
    }

    /** What is wrong or unusual about an operation that claims this shape. */
    public static List<ShapeProblem> check(
            HloOp op, List<Shape> operands, Shape declared, IntFunction<ProgramShape> callees) {
        var inference = resolve(new Application(op, operands, declared, callees));
        var shape = inference.shape();
        if (shape == null || shape.isCompatible(declared)) {
            return inference.problems();
        }
        var problems = new ArrayList<>(inference.problems());
        problems.add(mismatch(op, shape, declared));
        return problems;
    }

    private static ShapeProblem mismatch(HloOp op, Shape inferred, Shape declared) {
        var claims = "%s of these operands gives %s, but %s is written"
                .formatted(op.mnemonic(), inferred.withoutLayout(), declared.withoutLayout());
        return new ShapeProblem(ShapeDifference.of(inferred, declared).code(), claims);
    }

    private static Inference resolve(Application application) {
        try {
            checkArity(application);
            return new Inference(rule(application), application.warnings());
        } catch (ShapeFault fault) {
            var problems = new ArrayList<>(application.warnings());
            problems.add(fault.problem());
            return new Inference(null, problems);
        } catch (ArithmeticException _) {
            return new Inference(
                    null,
                    List.of(new ShapeProblem(
                            FindingCode.SHAPE_MISMATCH,
                            application.op().mnemonic() + " gives an array that takes more than 2^63 bytes")));
        }
    }

    private static void checkArity(Application application) {
        var opcode = application.op().opcode();
        if (opcode.arity() != HloOpcode.VARIADIC && opcode.arity() != application.operandCount()) {
            throw ShapeFault.of(
                    FindingCode.OPERAND_COUNT,
                    "%s takes %s, not %d",
                    opcode,
                    Counts.of(opcode.arity(), "operand"),
                    application.operandCount());
        }
    }

    private static @Nullable Shape rule(Application a) {
        return switch (a.op()) {
            case HloOp.Plain(var opcode) -> plain(opcode, a);
            case HloOp.Parameter _, HloOp.CustomCall _, HloOp.Unknown _ -> a.declared();
            case HloOp.Constant(var literal) -> SourceShapes.constant(a, literal);
            case HloOp.AlongDimension(var opcode, var dimension) -> alongDimension(opcode, dimension, a);
            case HloOp.WithDimensions(var opcode, var dimensions) -> withDimensions(opcode, dimensions, a);
            case HloOp.Compare compare -> ElementwiseShapes.compare(a, compare);
            case HloOp.ReducePrecision reduce -> ElementwiseShapes.reducePrecision(a, reduce);
            case HloOp.RandomNumbers(var opcode, var _) -> SourceShapes.random(a, opcode);
            case HloOp.RngGetAndUpdateState _ -> SourceShapes.rngState();
            case HloOp.Slice slice -> SliceShapes.slice(a, slice);
            case HloOp.DynamicSlice(var sizes) -> SliceShapes.dynamicSlice(a, sizes);
            case HloOp.Pad pad -> SliceShapes.pad(a, pad);
            case HloOp.Gather gather -> GatherShapes.gather(a, gather);
            case HloOp.Scatter scatter -> GatherShapes.scatter(a, scatter);
            case HloOp.OverDimensions(var opcode, var dimensions, var toApply) ->
                opcode == HloOpcode.MAP
                        ? ReductionShapes.map(a, dimensions, toApply)
                        : ReductionShapes.reduce(a, dimensions, toApply);
            case HloOp.ReduceWindow(var window, var toApply) -> ReductionShapes.reduceWindow(a, window, toApply);
            case HloOp.SelectAndScatter select -> ReductionShapes.selectAndScatter(a, select);
            case HloOp.Sort sort -> ReductionShapes.sort(a, sort);
            case HloOp.TopK(var k, var _) -> ReductionShapes.topK(a, k);
            case HloOp.Scan scan -> ReductionShapes.scan(a, scan);
            case HloOp.Dot(var dimensions, var _) -> DotShapes.dot(a, dimensions);
            case HloOp.RaggedDot dot -> DotShapes.raggedDot(a, dot);
            case HloOp.ScaledDot(var dimensions, var _) -> DotShapes.dot(a, dimensions);
            case HloOp.Convolution convolution -> ConvolutionShapes.convolution(a, convolution);
            case HloOp.Fft fft -> LinearAlgebraShapes.fft(a, fft);
            case HloOp.Cholesky _ -> LinearAlgebraShapes.cholesky(a);
            case HloOp.TriangularSolve solve -> LinearAlgebraShapes.triangularSolve(a, solve);
            case HloOp.BatchNorm norm -> LinearAlgebraShapes.batchNorm(a, norm);
            case HloOp.GetTupleElement(var index) -> ControlShapes.element(a, index);
            case HloOp.Call(var toApply, var _) -> ControlShapes.call(a, toApply);
            case HloOp.While loop -> ControlShapes.loop(a, loop);
            case HloOp.Conditional conditional -> ControlShapes.conditional(a, conditional);
            case HloOp.Fusion fusion -> ControlShapes.call(a, fusion.computation());
            case HloOp.Feed(var opcode, var _, var _) -> TokenShapes.feed(a, opcode);
            case HloOp.Channel(var opcode, var _, var _) -> TokenShapes.channel(a, opcode);
            case HloOp.Async async -> ControlShapes.async(a, async);
            case HloOp.Collective collective -> CollectiveShapes.collective(a, collective);
            case HloOp.Permute permute -> CollectiveShapes.permute(a, permute);
            case HloOp.Domain _ -> a.operand(0);
        };
    }

    private static @Nullable Shape plain(HloOpcode opcode, Application a) {
        return switch (opcode.category()) {
            case ELEMENTWISE -> ElementwiseShapes.plain(a, opcode);
            case DATA_MOVEMENT -> MovementShapes.plain(a, opcode);
            case CONTROL -> ControlShapes.plain(a, opcode);
            case INPUT_OUTPUT -> TokenShapes.plain(a, opcode);
            case COLLECTIVE -> CollectiveShapes.plain(a, opcode);
            case SOURCE, REDUCTION, LINEAR_ALGEBRA, ASYNC, UNKNOWN -> a.declared();
        };
    }

    private static @Nullable Shape alongDimension(HloOpcode opcode, int dimension, Application a) {
        return switch (opcode) {
            case IOTA -> SourceShapes.iota(a, dimension);
            case CONCATENATE -> MovementShapes.concatenate(a, dimension);
            case GET_DIMENSION_SIZE -> MovementShapes.getDimensionSize(a, dimension);
            case SET_DIMENSION_SIZE -> MovementShapes.setDimensionSize(a, dimension);
            default -> a.declared();
        };
    }

    private static @Nullable Shape withDimensions(HloOpcode opcode, List<Integer> dimensions, Application a) {
        return switch (opcode) {
            case BROADCAST -> MovementShapes.broadcast(a, dimensions);
            case TRANSPOSE -> MovementShapes.transpose(a, dimensions);
            case REVERSE -> MovementShapes.reverse(a, dimensions);
            default -> a.declared();
        };
    }
}
