package org.hloexplorer.pipeline.kernel.library;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.onednn.PostOp;

/**
 * Elementwise operations from one value of a fusion to another, as a function of a number.
 *
 * <p>Which function of the library that is, is told by its values: gelu is written in many ways, and compilers replace its erf
 * by polynomials. Values are taken at {@value #POINTS} points between -20 and 20, and at powers of ten from 1e-12 to 1e12.
 */
final class ScalarFunction {
    static final int POINTS = 801;
    private static final double TOLERANCE = 3e-6;

    private final HloComputation computation;
    private final HloInstruction from;
    private final HloInstruction to;

    ScalarFunction(HloComputation computation, HloInstruction from, HloInstruction to) {
        this.computation = computation;
        this.from = from;
        this.to = to;
    }

    private interface Known {
        double at(double x);
    }

    /** What the library calls it, if it knows it. */
    Optional<PostOp.Eltwise> known() {
        var single = linear();
        if (single.isPresent()) {
            return single;
        }
        var candidates = Map.<PostOp.Function, Known>of(
                PostOp.Function.RELU, x -> Math.max(x, 0),
                PostOp.Function.TANH, Math::tanh,
                PostOp.Function.LOGISTIC, x -> 1 / (1 + Math.exp(-x)),
                PostOp.Function.GELU_TANH,
                        x -> 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x))),
                PostOp.Function.GELU_ERF, x -> 0.5 * x * (1 + erf(x / Math.sqrt(2))));
        return candidates.entrySet().stream()
                .filter(each -> isSame(each.getValue()))
                .map(each -> PostOp.Eltwise.of(each.getKey()))
                .findFirst();
    }

    /** A single sum or product with a constant. */
    private Optional<PostOp.Eltwise> linear() {
        if (to.operandCount() != 2) {
            return Optional.empty();
        }
        boolean isFirst = to.operandId(0) == from.id();
        var other = constant(computation.operand(to, isFirst ? 1 : 0));
        if (other.isEmpty() || to.operandId(isFirst ? 0 : 1) != from.id()) {
            return Optional.empty();
        }
        float value = (float) other.getAsDouble();
        return switch (to.opcode()) {
            case MULTIPLY -> Optional.of(new PostOp.Eltwise(PostOp.Function.LINEAR, value, 0));
            case ADD -> Optional.of(new PostOp.Eltwise(PostOp.Function.LINEAR, 1, value));
            case SUBTRACT ->
                isFirst
                        ? Optional.of(new PostOp.Eltwise(PostOp.Function.LINEAR, 1, -value))
                        : Optional.of(new PostOp.Eltwise(PostOp.Function.LINEAR, -1, value));
            default -> Optional.empty();
        };
    }

    private boolean isSame(Known known) {
        return points().allMatch(x -> {
            double expected = known.at(x);
            double found = at(x);
            return Math.abs(found - expected) <= TOLERANCE * Math.max(1, Math.abs(expected));
        });
    }

    private static DoubleStream points() {
        var near = IntStream.range(0, POINTS).mapToDouble(i -> (i - POINTS / 2) * 40.0 / (POINTS - 1));
        var far = IntStream.rangeClosed(-12, 12)
                .boxed()
                .flatMapToDouble(i -> DoubleStream.of(Math.pow(10, i), -Math.pow(10, i)));
        return DoubleStream.concat(near, far);
    }

    /** Its value; NaN where there is an operation that is not known here, or an operand that is no constant. */
    private double at(double x) {
        return value(to, x, new HashMap<>());
    }

    private double value(HloInstruction instruction, double x, Map<Integer, Double> values) {
        if (instruction.id() == from.id()) {
            return x;
        }
        var known = values.get(instruction.id());
        if (known != null) {
            return known;
        }
        double value = constant(instruction).orElseGet(() -> {
            var operands = computation.operands(instruction).stream()
                    .mapToDouble(each -> value(each, x, values))
                    .toArray();
            return apply(instruction, operands);
        });
        values.put(instruction.id(), value);
        return value;
    }

    /** The number that all elements of a constant, or of one that is broadcast, are. */
    OptionalDouble constant(HloInstruction instruction) {
        return switch (instruction.op()) {
            case HloOp.Constant(var literal)
            when literal.elements().isEmpty() && literal.elementCount() == 1 -> OptionalDouble.of(literal.doubleAt(0));
            case HloOp.Constant(var literal)
            when literal.splat().isPresent() ->
                OptionalDouble.of(literal.splat().get().doubleAt(0));
            case HloOp.WithDimensions(var opcode, var _)
            when opcode == HloOpcode.BROADCAST -> constant(computation.operand(instruction, 0));
            default -> OptionalDouble.empty();
        };
    }

    private static double apply(HloInstruction instruction, double[] operands) {
        if (instruction.op() instanceof HloOp.Compare(var direction, var _)) {
            return holds(direction, operands[0], operands[1]) ? 1 : 0;
        }
        return switch (operands.length) {
            case 1 -> unary(instruction.opcode(), operands[0]);
            case 2 -> binary(instruction.opcode(), operands[0], operands[1]);
            case 3 -> ternary(instruction.opcode(), operands);
            default -> Double.NaN;
        };
    }

    private static boolean holds(ComparisonDirection direction, double a, double b) {
        return switch (direction) {
            case EQ -> a == b;
            case NE -> a != b;
            case GE -> a >= b;
            case GT -> a > b;
            case LE -> a <= b;
            case LT -> a < b;
        };
    }

    private static double unary(HloOpcode opcode, double x) {
        return switch (opcode) {
            case ABS -> Math.abs(x);
            case ERF -> erf(x);
            case EXPONENTIAL -> Math.exp(x);
            case EXPONENTIAL_MINUS_ONE -> Math.expm1(x);
            case LOG -> Math.log(x);
            case LOGISTIC -> 1 / (1 + Math.exp(-x));
            case NEGATE -> -x;
            case SIGN -> Math.signum(x);
            case SQRT -> Math.sqrt(x);
            case RSQRT -> 1 / Math.sqrt(x);
            case TANH -> Math.tanh(x);
            case COPY, BITCAST -> x;
            default -> Double.NaN;
        };
    }

    private static double binary(HloOpcode opcode, double a, double b) {
        return switch (opcode) {
            case ADD -> a + b;
            case SUBTRACT -> a - b;
            case MULTIPLY -> a * b;
            case DIVIDE -> a / b;
            case MAXIMUM -> Math.max(a, b);
            case MINIMUM -> Math.min(a, b);
            case POWER -> Math.pow(a, b);
            case AND -> a != 0 && b != 0 ? 1 : 0;
            case OR -> a != 0 || b != 0 ? 1 : 0;
            default -> Double.NaN;
        };
    }

    private static double ternary(HloOpcode opcode, double[] operands) {
        return switch (opcode) {
            case SELECT -> operands[0] != 0 ? operands[1] : operands[2];
            case CLAMP -> Math.min(Math.max(operands[1], operands[0]), operands[2]);
            default -> Double.NaN;
        };
    }

    /** To 1.2e-7, as Numerical Recipes' erfc is. */
    private static double erf(double x) {
        double t = 1 / (1 + 0.5 * Math.abs(x));
        double[] terms = {
            -1.26551223,
            1.00002368,
            0.37409196,
            0.09678418,
            -0.18628806,
            0.27886807,
            -1.13520398,
            1.48851587,
            -0.82215223,
            0.17087277
        };
        double sum = 0;
        for (int i = terms.length - 1; i >= 0; i--) {
            sum = sum * t + terms[i];
        }
        double erfc = t * Math.exp(-x * x + sum);
        return x >= 0 ? 1 - erfc : erfc - 1;
    }
}
