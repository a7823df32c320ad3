package org.hloexplorer.roofline;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.analysis.Cost;
import org.hloexplorer.hlo.analysis.HloCostAnalysis;
import org.hloexplorer.pipeline.backend.work.KernelWork;
import org.hloexplorer.pipeline.kernel.instrument.Work.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Figures of a kernel found in several ways, to stand side by side.
 *
 * @param analytic of one launch
 * @param counted by the build that counts; null where it could not
 * @param counting how it was counted, or why not
 * @param simulation how traffic was simulated, or why not
 * @param hardware bytes fetched past the caches by the processor's own count; NaN, with the reason, where there is none
 */
public record Evidence(
        Cost analytic, @Nullable KernelWork counted, String counting, String simulation, Figure hardware) {
    /** Where nothing stands beside the figures themselves. */
    public static final Evidence NONE = new Evidence(Cost.NONE, null, "", "", new Figure(Double.NaN, ""));

    private static final String INTEGERS = "integer operations, ";

    /** How often the kernel was launched; 1 where that was not counted. */
    public long launches() {
        return counted == null ? 1 : Math.max(1, counted.launches());
    }

    /** Flops of all launches as XLA counts them; unknown is NaN. */
    public Figure analyticFlops() {
        return ofAllLaunches(analytic.isKnown() ? (double) analytic.flops() : Double.NaN);
    }

    public Figure analyticTranscendentals() {
        return ofAllLaunches((double) analytic.transcendentals());
    }

    public Figure analyticBytes() {
        return ofAllLaunches(analytic.isKnown() ? (double) analytic.bytesAccessed() : Double.NaN);
    }

    private Figure ofAllLaunches(double once) {
        return launches() == 1
                ? new Figure(once, HloCostAnalysis.SOURCE)
                : new Figure(
                        once * (double) launches(),
                        "%s, times %d counted launches".formatted(HloCostAnalysis.SOURCE, launches()));
    }

    /** What is put on the chart, with the time that it took. */
    Amounts amounts(Figure seconds) {
        return new Amounts(flops(), transcendentals(), analyticBytes(), seconds);
    }

    /** Counted where that was possible, else analytic; of a kernel of integers alone, what it does with them. */
    Figure flops() {
        if (counted == null) {
            return analyticFlops();
        }
        return counted.flops() > 0 || counted.integerOperations() == 0
                ? new Figure((double) counted.flops(), counting)
                : new Figure((double) counted.integerOperations(), INTEGERS + counting);
    }

    Figure transcendentals() {
        return counted == null ? analyticTranscendentals() : new Figure((double) counted.transcendentals(), counting);
    }

    /** What is moved between the processor and each level of memory, from the nearest to the farthest. */
    public List<LevelBytes> levels() {
        List<LevelBytes> levels = new ArrayList<>();
        if (counted != null) {
            levels.add(new LevelBytes("L1", new Figure((double) counted.bytes(), counting)));
            counted.traffic()
                    .forEach(each -> levels.add(new LevelBytes(each.level(), new Figure(each.bytes(), simulation))));
        }
        return levels;
    }

    /** All that was counted, in words: {@code flops f32 2,097,152; loads 8.39 MB …}; empty where nothing was. */
    public String countedText() {
        if (counted == null) {
            return "";
        }
        return "flops %s; integers %s; comparisons and choices %s; conversions %s; transcendentals %s (%s inside); "
                        .formatted(
                                counted.byType(Kind.ARITHMETIC),
                                Numbers.scaled((double) counted.integerOperations()),
                                counted.byType(Kind.COMPARISON),
                                counted.byType(Kind.CONVERSION),
                                counted.byType(Kind.TRANSCENDENTAL),
                                Numbers.flops((double) counted.libraryFlops()))
                + "loaded %s, stored %s; in the thread's own memory loaded %s, stored %s"
                        .formatted(
                                Numbers.bytes((double) counted.bytes(Kind.LOAD)),
                                Numbers.bytes((double) counted.bytes(Kind.STORE)),
                                Numbers.bytes((double) counted.bytes(Kind.SCRATCH_LOAD)),
                                Numbers.bytes((double) counted.bytes(Kind.SCRATCH_STORE)));
    }
}
