package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.Collections;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * {@code fft} in double precision, over the innermost dimensions.
 *
 * <p>RFFT keeps the first half of the spectrum and the middle; IRFFT takes that half and gives real numbers. Inverse
 * transforms divide by the number of elements.
 */
final class Fourier {
    private final Cancellation cancellation;

    Fourier(Cancellation cancellation) {
        this.cancellation = cancellation;
    }

    Literal evaluate(Literal operand, HloOp.Fft fft, Shape.Array shape) {
        boolean inverse = fft.type().equals("IFFT") || fft.type().equals("IRFFT");
        int[] lengths = Strides.ints(fft.length());
        int last = operand.shape().asArray().rank() - 1;
        var elementwise = new Elementwise(cancellation);
        var spectrum = elementwise.convert(operand, PrimitiveType.C128);
        if (fft.type().equals("IRFFT")) {
            spectrum = lines(spectrum, last - lengths.length + 1, lengths, lengths.length - 1, true);
            spectrum = completed(spectrum, lengths[lengths.length - 1]);
            spectrum = line(spectrum, last, true);
        } else {
            spectrum = lines(spectrum, last - lengths.length + 1, lengths, lengths.length, inverse);
        }
        if (fft.type().equals("RFFT")) {
            spectrum = firstHalf(spectrum, shape);
        }
        return elementwise.convert(spectrum, shape.elementType());
    }

    /** Transforms along so many dimensions, beginning with {@code first}. */
    private Literal lines(Literal values, int first, int[] lengths, int dimensions, boolean inverse) {
        var result = values;
        for (int i = 0; i < dimensions; i++) {
            result = line(result, first + i, inverse);
        }
        return result;
    }

    private Literal line(Literal values, int dimension, boolean inverse) {
        var shape = values.shape().asArray();
        int length = Math.toIntExact(shape.dimension(dimension));
        int stride = Strides.of(shape)[dimension];
        double[] in = Storage.doubles(values);
        var out = new double[in.length];
        int lines = length == 0 ? 0 : Storage.count(values) / length;
        var transform = new FourierTransform(length, inverse);
        Work.inBlocks(lines, Math.max(1, Work.BLOCK / 16 / Math.max(1, length)), cancellation, (from, to) -> {
            var buffer = new double[2 * length];
            for (int line = from; line < to; line++) {
                int start = line / stride * stride * length + line % stride;
                for (int i = 0; i < length; i++) {
                    buffer[2 * i] = in[2 * (start + i * stride)];
                    buffer[2 * i + 1] = in[2 * (start + i * stride) + 1];
                }
                double[] result = transform.of(buffer);
                for (int i = 0; i < length; i++) {
                    out[2 * (start + i * stride)] = result[2 * i];
                    out[2 * (start + i * stride) + 1] = result[2 * i + 1];
                }
            }
        });
        return Storage.literal(shape, out);
    }

    private Literal firstHalf(Literal spectrum, Shape.Array shape) {
        var rank = shape.rank();
        var starts = Collections.nCopies(rank, 0L);
        var strides = Collections.nCopies(rank, 1L);
        return new DataMovement(cancellation)
                .slice(
                        spectrum,
                        new HloOp.Slice(starts, shape.dimensions(), strides),
                        shape.withElementType(PrimitiveType.C128));
    }

    /** The whole spectrum of a real signal from its first half; the mirrored half is conjugate. */
    private Literal completed(Literal half, int length) {
        var shape = half.shape().asArray();
        int kept = Math.toIntExact(shape.dimension(shape.rank() - 1));
        double[] in = Storage.doubles(half);
        var sizes = new ArrayList<>(shape.dimensions());
        sizes.set(shape.rank() - 1, (long) length);
        var full = Shape.array(PrimitiveType.C128, sizes);
        var out = new double[Storage.places(full)];
        int lines = kept == 0 ? 0 : Storage.count(half) / kept;
        for (int line = 0; line < lines; line++) {
            for (int i = 0; i < length; i++) {
                boolean mirrored = i >= kept;
                int source = 2 * (line * kept + (mirrored ? length - i : i));
                boolean isReal = i == 0 || 2 * i == length;
                out[2 * (line * length + i)] = in[source];
                out[2 * (line * length + i) + 1] = isReal ? 0 : mirrored ? -in[source + 1] : in[source + 1];
            }
        }
        return Storage.literal(full, out);
    }
}
