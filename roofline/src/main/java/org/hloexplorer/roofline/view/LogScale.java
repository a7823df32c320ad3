package org.hloexplorer.roofline.view;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A logarithmic axis: values between {@code low} and {@code high} onto pixels between {@code start} and {@code end}.
 *
 * @param start pixel of {@code low}; above {@code end} for an axis that points up
 */
record LogScale(double low, double high, double start, double end) {

    double toPixel(double value) {
        return start + (end - start) * (Math.log10(value) - Math.log10(low)) / decades();
    }

    double toValue(double pixel) {
        return Math.pow(10, Math.log10(low) + (pixel - start) / (end - start) * decades());
    }

    /** The powers of ten on the axis. */
    List<Double> majorTicks() {
        return IntStream.rangeClosed((int) Math.ceil(Math.log10(low) - 1e-9), (int) Math.floor(Math.log10(high) + 1e-9))
                .mapToObj(exponent -> Math.pow(10, exponent))
                .toList();
    }

    /** Two to nine times each power of ten. */
    List<Double> minorTicks() {
        return IntStream.rangeClosed((int) Math.floor(Math.log10(low)), (int) Math.floor(Math.log10(high)))
                .boxed()
                .flatMap(exponent -> IntStream.rangeClosed(2, 9).mapToObj(digit -> digit * Math.pow(10, exponent)))
                .filter(value -> value > low && value < high)
                .toList();
    }

    private double decades() {
        return Math.log10(high) - Math.log10(low);
    }
}
