package org.hloexplorer.hlo.eval;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * The Java array below a literal: {@code float[]} for f32 and c64, {@code short[]} for bf16 and so on.
 *
 * <p>Loops over such arrays are what the JIT compiler turns into vector instructions. Complex elements take two places.
 */
final class Storage {
    private Storage() {}

    /** The array that holds exactly the elements of this literal; copied where it is none yet. */
    static Object array(Literal literal) {
        var shape = literal.shape().asArray();
        var data = literal.data();
        var base = data.heapBase().orElse(null);
        return base != null && fits(base, shape) ? base : copyOut(data, shape.elementType());
    }

    /** Whether {@link #array} gives the literal's own array. */
    static boolean isLaidOut(Literal literal) {
        var shape = literal.shape().asArray();
        return literal.splat().isPresent()
                || literal.data().heapBase().filter(base -> fits(base, shape)).isPresent();
    }

    private static boolean fits(Object base, Shape.Array shape) {
        return base.getClass() == arrayClass(shape.elementType()) && Array.getLength(base) == places(shape);
    }

    static float[] floats(Literal literal) {
        return (float[]) array(literal);
    }

    static double[] doubles(Literal literal) {
        return (double[]) array(literal);
    }

    static int[] ints(Literal literal) {
        return (int[]) array(literal);
    }

    static long[] longs(Literal literal) {
        return (long[]) array(literal);
    }

    static byte[] bytes(Literal literal) {
        return (byte[]) array(literal);
    }

    /** A new array of zeros for the elements of this shape. */
    static Object allocate(Shape.Array shape) {
        return Array.newInstance(arrayClass(shape.elementType()).componentType(), places(shape));
    }

    /** A new array, each of whose elements is this scalar. */
    static Object filled(Shape.Array shape, Literal scalar) {
        return array(Literal.splat(shape, scalar));
    }

    /** A literal over an array that {@link #allocate} made. */
    static Literal literal(Shape.Array shape, Object array) {
        return Literal.of(shape, segment(array));
    }

    static MemorySegment segment(Object array) {
        return switch (array) {
            case float[] floats -> MemorySegment.ofArray(floats);
            case double[] doubles -> MemorySegment.ofArray(doubles);
            case int[] ints -> MemorySegment.ofArray(ints);
            case long[] longs -> MemorySegment.ofArray(longs);
            case short[] shorts -> MemorySegment.ofArray(shorts);
            case byte[] bytes -> MemorySegment.ofArray(bytes);
            default -> throw new IllegalArgumentException("no elements lie in a " + array.getClass());
        };
    }

    /** How many places of the array one element takes. */
    static int width(PrimitiveType type) {
        return type.isComplex() ? 2 : 1;
    }

    /** The places of all elements. */
    static int places(Shape.Array shape) {
        long places = shape.elements() * width(shape.elementType());
        if (places > Integer.MAX_VALUE - 8) {
            throw new EvaluationException(
                    shape.withoutLayout() + " has more elements than the evaluator holds in one array (2^31)");
        }
        return (int) places;
    }

    /** The number of elements, where a literal of this shape exists. */
    static int count(Literal literal) {
        return Math.toIntExact(literal.elementCount());
    }

    private static Object copyOut(MemorySegment data, PrimitiveType type) {
        var arrayClass = arrayClass(type);
        if (arrayClass == float[].class) {
            return data.toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
        } else if (arrayClass == double[].class) {
            return data.toArray(ValueLayout.JAVA_DOUBLE_UNALIGNED);
        } else if (arrayClass == long[].class) {
            return data.toArray(ValueLayout.JAVA_LONG_UNALIGNED);
        } else if (arrayClass == int[].class) {
            return data.toArray(ValueLayout.JAVA_INT_UNALIGNED);
        } else if (arrayClass == short[].class) {
            return data.toArray(ValueLayout.JAVA_SHORT_UNALIGNED);
        }
        return data.toArray(ValueLayout.JAVA_BYTE);
    }

    private static Class<?> arrayClass(PrimitiveType type) {
        return switch (type) {
            case F32, C64 -> float[].class;
            case F64, C128 -> double[].class;
            case S64, U64 -> long[].class;
            case S32, U32 -> int[].class;
            case S16, U16, F16, BF16 -> short[].class;
            default -> byte[].class;
        };
    }
}
