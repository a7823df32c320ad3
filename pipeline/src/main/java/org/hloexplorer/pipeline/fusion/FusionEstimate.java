package org.hloexplorer.pipeline.fusion;

import java.util.Locale;

/**
 * What a producer and a consumer are expected to move and to take, as two kernels and as one.
 *
 * @param bytesApart read and written by the two kernels
 * @param bytesFused read and written by the one
 * @param source the model the figures come from, in words
 */
public record FusionEstimate(long bytesApart, long bytesFused, double microsApart, double microsFused, String source) {

    /** Such as {@code 12,288 B → 8,192 B, 3.1 µs → 2.0 µs (estimated for the H100)}. */
    public String toText() {
        return "%s (%s)".formatted(figures(), source);
    }

    /** The same without the source. */
    public String figures() {
        return String.format(
                Locale.ROOT,
                "%,d\u202fB → %,d\u202fB, %s → %s",
                bytesApart,
                bytesFused,
                time(microsApart),
                time(microsFused));
    }

    /** Two whole programs, by the traffic and the kernels of each. */
    public static FusionEstimate ofPrograms(long bytesBefore, int kernelsBefore, long bytesAfter, int kernelsAfter) {
        return new FusionEstimate(
                bytesBefore,
                bytesAfter,
                CpuEstimates.micros(bytesBefore, kernelsBefore),
                CpuEstimates.micros(bytesAfter, kernelsAfter),
                CpuEstimates.SOURCE);
    }

    /** The times alone, with their source. */
    public String timeText() {
        return "%s → %s (%s)".formatted(time(microsApart), time(microsFused), source);
    }

    private static String time(double micros) {
        return Math.abs(micros) < 1000
                ? String.format(Locale.ROOT, "%.3g\u202fµs", micros)
                : String.format(Locale.ROOT, "%.3g\u202fms", micros / 1e3);
    }

    /** Time won by fusing, in microseconds; negative where fusing costs time. */
    public double microsSaved() {
        return microsApart - microsFused;
    }
}
