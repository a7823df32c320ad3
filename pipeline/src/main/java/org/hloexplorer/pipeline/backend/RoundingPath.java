package org.hloexplorer.pipeline.backend;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.eval.Tolerance;

/**
 * How much rounding the results of a program gather: the roundings on the longest way from an input to a result.
 *
 * <p>A sum of n elements, in a dot, a convolution or a reduction, counts as √n, as its errors go either way. What a loop does
 * counts three times as often as it runs, as it works on its own rounded results.
 */
public final class RoundingPath {
    /** Units in the last place that each rounding on the way may cost, as part of the largest magnitude. */
    private static final double UNITS = 8;

    /** The same where a library adds in an order of its own, while ours is mostly that of the reference. */
    private static final double UNITS_OF_LIBRARY = 2 * UNITS;

    /** What a loop computes goes into it again with its errors, which may grow. */
    private static final double FED_BACK = 3;

    private static final Pattern TRIPS = Pattern.compile("\"known_trip_count\":\\{\"n\":\"(\\d+)\"");

    private final HloModule module;
    private final Map<Integer, Double> lengths = new HashMap<>();

    private RoundingPath(HloModule module) {
        this.module = module;
    }

    /** The number of roundings. */
    public static double length(HloModule module) {
        return new RoundingPath(module).length(module.entry());
    }

    /** How far results of a type may lie from the reference where both round as this type does. */
    public static Tolerance tolerance(HloModule module, PrimitiveType type) {
        return tolerance(module, type, UNITS, "");
    }

    /** The same where a library computes dots or convolutions. */
    public static Tolerance toleranceWithLibrary(HloModule module, PrimitiveType type) {
        return tolerance(
                module, type, UNITS_OF_LIBRARY, ", twice as many as usual, since oneDNN adds in an order of its own");
    }

    private static Tolerance tolerance(HloModule module, PrimitiveType type, double units, String why) {
        var usual = Tolerance.of(type);
        double unit = switch (type) {
            case F32, C64 -> 0x1p-24;
            case F64, C128 -> 0x1p-53;
            default -> 0;
        };
        double length = length(module);
        double relative = units * unit * length;
        if (relative <= usual.relative()) {
            return usual;
        }
        var reason =
                "%s; the longest way through the program has as many roundings as %,.0f operations, sums of n elements counting as √n and loops three times, and %.0f units in the last place are allowed for each%s"
                        .formatted(usual.reason(), length, units, why);
        return Tolerance.relative(relative, reason);
    }

    private double length(HloComputation computation) {
        var known = lengths.get(computation.id());
        if (known != null) {
            return known;
        }
        Map<Integer, Double> ways = new HashMap<>();
        double longest = 0;
        for (var instruction : computation.instructions()) {
            double before = computation.operands(instruction).stream()
                    .mapToDouble(operand -> ways.getOrDefault(operand.id(), 0.0))
                    .max()
                    .orElse(0);
            double length = before + own(computation, instruction);
            ways.put(instruction.id(), length);
            longest = Math.max(longest, length);
        }
        lengths.put(computation.id(), longest);
        return longest;
    }

    private double own(HloComputation computation, HloInstruction instruction) {
        return switch (instruction.op()) {
            case HloOp.While loop -> FED_BACK * trips(instruction, loop) * length(module.computation(loop.body()));
            case HloOp.Call call -> length(module.computation(call.toApply()));
            case HloOp.Fusion fusion -> length(module.computation(fusion.computation()));
            case HloOp.Conditional(var branches, var _) ->
                branches.stream()
                        .mapToDouble(branch -> length(module.computation(branch)))
                        .max()
                        .orElse(0);
            default -> isFloating(instruction.shape()) ? Math.sqrt(summed(computation, instruction)) : 0;
        };
    }

    private static boolean isFloating(Shape shape) {
        return switch (shape) {
            case Shape.Array array ->
                array.elementType().isFloating() || array.elementType().isComplex();
            case Shape.Tuple(var elements) -> elements.stream().anyMatch(RoundingPath::isFloating);
            default -> false;
        };
    }

    /** How many elements are added up for one of the result; 0 where nothing is computed. */
    private double summed(HloComputation computation, HloInstruction instruction) {
        return switch (instruction.op()) {
            case HloOp.Dot dot ->
                product(array(computation, instruction, 0), dot.dimensions().lhsContracting());
            case HloOp.Convolution convolution -> {
                double window = convolution.window().dimensions().stream()
                        .mapToDouble(each -> each.size())
                        .reduce(1, (a, b) -> a * b);
                yield window
                        * array(computation, instruction, 1)
                                .dimension(convolution.dimensions().kernelInputFeature());
            }
            case HloOp.OverDimensions over
            when instruction.opcode() == HloOpcode.REDUCE ->
                product(array(computation, instruction, 0), over.dimensions());
            case HloOp.ReduceWindow windows ->
                windows.window().dimensions().stream()
                        .mapToDouble(each -> each.size())
                        .reduce(1, (a, b) -> a * b);
            case HloOp.Fft(var _, var length) ->
                length.stream().mapToDouble(each -> each).reduce(1, (a, b) -> a * b);
            default -> instruction.opcode().isElementwise() ? 1 : 0;
        };
    }

    private static Shape.Array array(HloComputation computation, HloInstruction instruction, int operand) {
        return computation.operand(instruction, operand).shape().asArray();
    }

    private static double product(Shape.Array shape, List<Integer> dimensions) {
        return dimensions.stream().mapToDouble(shape::dimension).reduce(1, (a, b) -> a * b);
    }

    /** As noted on the loop; else the number that its condition compares with, if any. */
    private double trips(HloInstruction instruction, HloOp.While loop) {
        var config = instruction.annotations().backendConfig();
        var noted = TRIPS.matcher(config == null ? "" : config);
        if (noted.find()) {
            return Double.parseDouble(noted.group(1));
        }
        return module.computation(loop.condition()).instructions().stream()
                .filter(each -> each.op() instanceof HloOp.Constant && isWholeNumber(each.shape()))
                .mapToDouble(each -> ((HloOp.Constant) each.op()).literal().doubleAt(0))
                .max()
                .orElse(1);
    }

    private static boolean isWholeNumber(Shape shape) {
        return shape instanceof Shape.Array array
                && array.isScalar()
                && array.elementType().isIntegral();
    }
}
