package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * Inputs made from a seed by a fixed rule, so that every device, and any other program that follows the rule, gets the
 * same values.
 *
 * <p>For parameter p, counted after flattening tuples, and row-major element i, all in wrapping 64-bit arithmetic:
 *
 * <pre>
 * z = seed + 0x9E3779B97F4A7C15 * (1 + i + (p &lt;&lt; 40))
 * z = (z ^ (z &gt;&gt;&gt; 30)) * 0xBF58476D1CE4E5B9
 * z = (z ^ (z &gt;&gt;&gt; 27)) * 0x94D049BB133111EB
 * z = z ^ (z &gt;&gt;&gt; 31)
 * u = (z &gt;&gt;&gt; 40) * 2^-24
 * </pre>
 *
 * Floating types get {@code 2u - 1} rounded, complex ones elements 2i and 2i+1; pred {@code z >>> 63}; signed integers
 * {@code (z >>> 33) % 17 - 8}; unsigned {@code (z >>> 33) % 17}.
 */
public final class GeneratedInputs {
    private final long seed;
    private int parameter;

    private GeneratedInputs(long seed) {
        this.seed = seed;
    }

    /** One argument per parameter of the entry computation. */
    public static List<Literal> of(HloModule module, long seed) {
        return of(module.entry(), seed);
    }

    public static List<Literal> of(HloComputation computation, long seed) {
        return of(computation.parameters().stream().map(HloInstruction::shape).toList(), seed);
    }

    /** One argument per shape; the flattened numbering runs on from one to the next. */
    public static List<Literal> of(List<Shape> shapes, long seed) {
        var inputs = new GeneratedInputs(seed);
        var arguments = new ArrayList<Literal>();
        for (var shape : shapes) {
            arguments.add(inputs.next(shape));
        }
        return arguments;
    }

    /** The 64 bits that the rule mixes for an element. */
    static long mix(long seed, long parameter, long element) {
        long z = seed + 0x9E3779B97F4A7C15L * (1 + element + (parameter << 40));
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    private Literal next(Shape shape) {
        return switch (shape) {
            case Shape.Array array -> array(array, parameter++);
            case Shape.Buffer buffer -> array(buffer.contents(), parameter++);
            case Shape.Tuple tuple -> {
                var parts = new ArrayList<Literal>();
                for (var element : tuple.elements()) {
                    parts.add(next(element));
                }
                yield Literal.tuple(parts);
            }
            case Shape.Token _, Shape.Opaque _ -> Literal.token();
        };
    }

    private Literal array(Shape.Array shape, int number) {
        var array = Storage.allocate(shape);
        var type = shape.elementType();
        switch (array) {
            case float[] floats -> {
                for (int i = 0; i < floats.length; i++) {
                    floats[i] = (float) fraction(number, i);
                }
            }
            case double[] doubles -> {
                for (int i = 0; i < doubles.length; i++) {
                    doubles[i] = fraction(number, i);
                }
            }
            default -> fill(type, array, number, Storage.places(shape));
        }
        return Storage.literal(shape, array);
    }

    private void fill(PrimitiveType type, Object array, int number, int count) {
        var registers = new Registers(1);
        for (int i = 0; i < count; i++) {
            if (type.isFloating()) {
                registers.real[0] = fraction(number, i);
            } else {
                registers.integer[0] = integer(type, mix(seed, number, i));
            }
            registers.store(0, type, array, i);
        }
    }

    private double fraction(int number, int element) {
        return (mix(seed, number, element) >>> 40) * 0x1p-24 * 2 - 1;
    }

    private static long integer(PrimitiveType type, long mixed) {
        if (type.isPredicate()) {
            return mixed >>> 63;
        }
        long value = (mixed >>> 33) % 17;
        return type.wrap(type.isSigned() ? value - 8 : value);
    }
}
