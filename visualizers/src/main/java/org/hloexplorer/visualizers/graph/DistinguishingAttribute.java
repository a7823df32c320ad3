package org.hloexplorer.visualizers.graph;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Window;

/** The attribute that tells an instruction from others of its opcode, in few characters. */
final class DistinguishingAttribute {
    private DistinguishingAttribute() {}

    static String of(HloInstruction instruction, HloModule module) {
        return switch (instruction.op()) {
            case HloOp.Parameter(var number) -> Integer.toString(number);
            case HloOp.Constant _ -> LiteralText.brief(instruction).orElse("");
            case HloOp.AlongDimension(var _, var dimension) -> "{" + dimension + "}";
            case HloOp.WithDimensions(var _, var dimensions) -> dimensions.isEmpty() ? "" : braces(dimensions);
            case HloOp.Compare(var direction, var _) -> direction.name();
            case HloOp.ReducePrecision(var exponent, var mantissa) -> "e" + exponent + "m" + mantissa;
            case HloOp.RandomNumbers(var _, var kind) -> kind;
            case HloOp.Slice(var starts, var limits, var strides) -> ranges(starts, limits, strides);
            case HloOp.DynamicSlice(var sizes) -> braces(sizes);
            case HloOp.OverDimensions(var _, var dimensions, var toApply) ->
                applied(toApply, module) + " " + braces(dimensions);
            case HloOp.ReduceWindow(var window, var toApply) -> applied(toApply, module) + " " + window(window);
            case HloOp.SelectAndScatter(var window, var _, var scatter) ->
                applied(scatter, module) + " " + window(window);
            case HloOp.Scatter scatter -> applied(scatter.toApply(), module);
            case HloOp.Sort(var dimension, var _, var _) -> "{" + dimension + "}";
            case HloOp.TopK(var k, var largest) -> (largest ? "" : "smallest ") + k;
            case HloOp.Scan scan -> applied(scan.toApply(), module) + " {" + scan.dimension() + "}";
            case HloOp.Dot(var dimensions, var _) ->
                braces(dimensions.lhsContracting()) + "\u00d7" + braces(dimensions.rhsContracting());
            case HloOp.ScaledDot(var dimensions, var _) ->
                braces(dimensions.lhsContracting()) + "\u00d7" + braces(dimensions.rhsContracting());
            case HloOp.RaggedDot(var dimensions, var _, var _, var _) ->
                braces(dimensions.lhsContracting()) + "\u00d7" + braces(dimensions.rhsContracting());
            case HloOp.Convolution(var window, var _, var _, var _, var _) -> window(window);
            case HloOp.Fft(var type, var length) -> type + " " + braces(length);
            case HloOp.BatchNorm(var _, var _, var feature) -> "{" + feature + "}";
            case HloOp.GetTupleElement(var index) -> Integer.toString(index);
            case HloOp.Fusion(var kind, var _, var _) -> kind.name().toLowerCase(Locale.ROOT);
            case HloOp.CustomCall call -> call.target();
            case HloOp.Call(var toApply, var _) -> name(toApply, module);
            case HloOp.While(var _, var body) -> name(body, module);
            case HloOp.Conditional(var branches, var _) -> branches.size() + " branches";
            case HloOp.Async(var _, var computation, var _) -> name(computation, module);
            case HloOp.Collective collective ->
                collective.toApply().isEmpty()
                        ? braces(collective.dimensions())
                        : applied(collective.toApply().getFirst(), module);
            case HloOp.Plain _,
                    HloOp.RngGetAndUpdateState _,
                    HloOp.Pad _,
                    HloOp.Gather _,
                    HloOp.Cholesky _,
                    HloOp.TriangularSolve _,
                    HloOp.Feed _,
                    HloOp.Channel _,
                    HloOp.Permute _,
                    HloOp.Domain _,
                    HloOp.Unknown _ -> "";
        };
    }

    /** What a small computation does, or its name where it does more than one thing. */
    static String applied(int computationId, HloModule module) {
        return module.find(computationId)
                .map(computation -> isTrivial(computation)
                        ? shortMnemonic(computation.root().op().mnemonic())
                        : computation.name())
                .orElse("?");
    }

    /** Whether a computation only applies one operation to its parameters: it is named, not drawn. */
    static boolean isTrivial(HloComputation computation) {
        return computation.instructions().stream()
                        .filter(each -> !(each.op() instanceof HloOp.Parameter))
                        .count()
                == 1;
    }

    private static String shortMnemonic(String mnemonic) {
        return switch (mnemonic) {
            case "maximum" -> "max";
            case "minimum" -> "min";
            case "multiply" -> "mul";
            default -> mnemonic;
        };
    }

    private static String name(int computationId, HloModule module) {
        return module.find(computationId).map(HloComputation::name).orElse("?");
    }

    private static String braces(List<?> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
    }

    private static String window(Window window) {
        return window.dimensions().stream()
                .map(each -> Long.toString(each.size()))
                .collect(Collectors.joining("x"));
    }

    private static String ranges(List<Long> starts, List<Long> limits, List<Long> strides) {
        return IntStream.range(0, starts.size())
                .mapToObj(i -> starts.get(i) + ":" + limits.get(i) + (strides.get(i) == 1 ? "" : ":" + strides.get(i)))
                .collect(Collectors.joining(",", "[", "]"));
    }
}
