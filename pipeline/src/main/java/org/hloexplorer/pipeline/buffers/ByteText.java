package org.hloexplorer.pipeline.buffers;

import java.util.Locale;

/** Numbers of bytes as XLA's reports print them: {@code 4B}, {@code 2.0KiB}, {@code 4.00MiB}. */
final class ByteText {
    private static final String UNITS = "KMGTPE";
    private static final long STEP = 1024;

    private ByteText() {}

    static String of(long bytes) {
        if (bytes < STEP) {
            return bytes + "B";
        }
        double value = (double) bytes / STEP;
        int unit = 0;
        while (value >= STEP && unit < UNITS.length() - 1) {
            value /= STEP;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.1f%ciB" : "%.2f%ciB", value, UNITS.charAt(unit));
    }
}
