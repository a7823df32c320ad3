package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hloexplorer.hlo.PrimitiveType;

/**
 * The mathematics library: functions of f32 as polynomials, the same code on every device.
 *
 * <p>Correct for NaN, infinities, denormals and -0. Errors, in units in the last place, are measured by {@code
 * MathLibraryTests}. Functions of f64 are those of the system's C library, except for what is made of others here.
 */
public final class MathLibrary {
    private static final Map<Operation, ScalarFunction> F32 = new EnumMap<>(Operation.class);
    private static final Map<Operation, ScalarFunction> F64 = new EnumMap<>(Operation.class);

    static {
        unary(Operation.EXP, Exponentials::exp);
        unary(Operation.EXPM1, Exponentials::expm1);
        unary(Operation.LOGISTIC, Exponentials::logistic);
        unary(Operation.TANH, Exponentials::tanh);
        unary(Operation.SINH, Exponentials::sinh);
        unary(Operation.COSH, Exponentials::cosh);
        unary(Operation.ERF, Exponentials::erf);
        unary(Operation.LOG, Logarithms::log);
        unary(Operation.LOG1P, Logarithms::log1p);
        unary(Operation.ASINH, Logarithms::asinh);
        unary(Operation.ACOSH, Logarithms::acosh);
        unary(Operation.ATANH, Logarithms::atanh);
        unary(Operation.SIN, Trigonometry::sin);
        unary(Operation.COS, Trigonometry::cos);
        unary(Operation.TAN, Trigonometry::tan);
        unary(Operation.ATAN, Trigonometry::atan);
        unary(Operation.ASIN, Trigonometry::asin);
        unary(Operation.ACOS, Trigonometry::acos);
        unary(Operation.CBRT, Powers::cbrt);
        unary(Operation.RSQRT, Powers::rsqrt);
        binary(Operation.ATAN2, Trigonometry::atan2);
        binary(Operation.POWER, Powers::power);
        F64.put(Operation.RSQRT, function(PrimitiveType.F64, 1, (s, x) -> Powers.rsqrt(s, x.getFirst())));
        F64.put(Operation.LOGISTIC, function(PrimitiveType.F64, 1, (s, x) -> Exponentials.logistic(s, x.getFirst())));
    }

    private MathLibrary() {}

    private interface Unary {
        Value write(Scalars scalars, Value x);
    }

    private interface Binary {
        Value write(Scalars scalars, Value x, Value y);
    }

    private interface Any {
        Value write(Scalars scalars, List<Value> parameters);
    }

    /** The function as code; nothing where {@link #inC} has it. */
    public static Optional<ScalarFunction> code(Operation operation, PrimitiveType type) {
        return Optional.ofNullable((type == PrimitiveType.F64 ? F64 : F32).get(operation));
    }

    /** The function of f64 in the C library. */
    public static String inC(Operation operation) {
        return switch (operation) {
            case EXP -> "exp";
            case EXPM1 -> "expm1";
            case LOG -> "log";
            case LOG1P -> "log1p";
            case TANH -> "tanh";
            case ERF -> "erf";
            case SIN -> "sin";
            case COS -> "cos";
            case TAN -> "tan";
            case CBRT -> "cbrt";
            case POWER -> "pow";
            case ATAN2 -> "atan2";
            case ATAN -> "atan";
            case ASIN -> "asin";
            case ACOS -> "acos";
            case SINH -> "sinh";
            case COSH -> "cosh";
            case ASINH -> "asinh";
            case ACOSH -> "acosh";
            case ATANH -> "atanh";
            default -> throw new IllegalArgumentException("the C library has no " + operation.text());
        };
    }

    private static void unary(Operation operation, Unary definition) {
        F32.put(operation, function(PrimitiveType.F32, 1, (s, x) -> definition.write(s, x.getFirst())));
    }

    private static void binary(Operation operation, Binary definition) {
        F32.put(operation, function(PrimitiveType.F32, 2, (s, x) -> definition.write(s, x.getFirst(), x.getLast())));
    }

    private static ScalarFunction function(PrimitiveType type, int arity, Any definition) {
        var block = Block.outermost();
        List<Value> parameters = new ArrayList<>();
        for (int i = 0; i < arity; i++) {
            parameters.add(block.newValue(type));
        }
        var result = definition.write(new Scalars(block, Statement.NO_INSTRUCTION), parameters);
        return new ScalarFunction(parameters, block.statements(), result);
    }
}
