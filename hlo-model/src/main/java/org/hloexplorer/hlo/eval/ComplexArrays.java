package org.hloexplorer.hlo.eval;

import java.util.List;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;

/** Complex arrays in double precision, taken apart and put together. */
final class ComplexArrays {
    private ComplexArrays() {}

    /** The real and the imaginary part of a c128 array. */
    static List<Literal> parts(Literal complex) {
        double[] values = Storage.doubles(complex);
        var real = new double[values.length / 2];
        var imaginary = new double[values.length / 2];
        for (int i = 0; i < real.length; i++) {
            real[i] = values[2 * i];
            imaginary[i] = values[2 * i + 1];
        }
        var shape = complex.shape().asArray().withElementType(PrimitiveType.F64);
        return List.of(Storage.literal(shape, real), Storage.literal(shape, imaginary));
    }
}
