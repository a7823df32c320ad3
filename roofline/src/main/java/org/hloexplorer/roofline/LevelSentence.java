package org.hloexplorer.roofline;

import java.util.StringJoiner;

/** What a kernel moved through each level of memory, in a sentence. */
record LevelSentence(Roofs roofs) {

    /** Empty where nothing is known of levels. */
    String of(KernelMeasurement kernel) {
        var levels = kernel.levels();
        if (levels.size() < 2) {
            return "";
        }
        var parts = new StringJoiner(", ", "It moved ", ".");
        for (var level : levels) {
            parts.add(part(kernel, level, level.equals(levels.getFirst())));
        }
        return parts + hardware(kernel);
    }

    private static String hardware(KernelMeasurement kernel) {
        double missed = kernel.evidence().hardware().value();
        return Double.isNaN(missed)
                ? ""
                : " By the processor's own count it fetched %s past the caches.".formatted(Numbers.bytes(missed));
    }

    private String part(KernelMeasurement kernel, LevelBytes level, boolean isNearest) {
        if (level.bytes().value() == 0) {
            return "nothing from or to " + level.level();
        }
        var moved = "%s from or to %s".formatted(Numbers.bytes(level.bytes().value()), level.level());
        // What the loops load and store the compiled code partly keeps in registers: no rate follows from it.
        return isNearest
                ? moved
                : moved
                        + roofs.memoryNamed(level.level())
                                .map(roof -> " (%s of its roof)"
                                        .formatted(Numbers.percent(level.bytes().value()
                                                / kernel.seconds().value()
                                                / roof.value())))
                                .orElse("");
    }
}
