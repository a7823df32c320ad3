package org.hloexplorer.pipeline.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.hloexplorer.pipeline.backend.cpu.LatencyCurve.Point;
import org.junit.jupiter.api.Test;

final class LatencyCurveTests {
    /** A processor of the Zen 5 family whose L3 a virtual machine has a part of: KiB and ns. */
    private static final LatencyCurve MEASURED = curve(
            8, 0.95, 16, 0.95, 24, 0.96, 32, 0.95, 40, 0.96, 48, 1.01, 56, 3.26, 64, 3.29, 96, 3.26, 128, 3.29, 192,
            3.35, 256, 3.24, 384, 3.29, 512, 3.72, 640, 4.22, 768, 4.49, 896, 5.19, 1024, 6.07, 1280, 7.97, 1536, 9.38,
            1792, 10.73, 2048, 11.07, 2560, 10.53, 3072, 10.86, 4096, 11.70, 5120, 11.91, 6144, 12.80, 8192, 14.13,
            10240, 16.41, 12288, 136.3, 14336, 123.86, 16384, 144.12, 24576, 146.71, 32768, 152.31, 49152, 156.45);

    private static LatencyCurve curve(double... pairs) {
        return new LatencyCurve(Stream.iterate(0, i -> i + 2)
                .limit(pairs.length / 2)
                .map(i -> new Point((long) pairs[i] << 10, pairs[i + 1]))
                .toList());
    }

    @Test
    void cachesEndWhereTheCurveRises() {
        var caches = MEASURED.rising().caches();

        assertThat(caches).hasSize(3);
        assertThat(caches.get(0).bytes() >> 10).isBetween(48L, 56L);
        assertThat(caches.get(1).bytes() >> 10).isBetween(896L, 1100L);
        assertThat(caches.get(2).bytes() >> 10).isBetween(10_000L, 12_288L);
        assertThat(caches.get(0).nanos()).isCloseTo(0.95, within(0.02));
        assertThat(caches.get(1).nanos()).isCloseTo(3.26, within(0.1));
    }

    @Test
    void aBumpIsNoCache() {
        var bumpy = curve(8, 1, 16, 1, 32, 4, 48, 1, 64, 1, 96, 8, 128, 8, 192, 8);

        assertThat(bumpy.rising().caches())
                .hasSize(1)
                .first()
                .satisfies(only -> assertThat(only.bytes() >> 10).isBetween(64L, 96L));
    }

    @Test
    void aFlatCurveHasNone() {
        assertThat(curve(8, 1, 16, 1, 32, 1).caches()).isEmpty();
    }

    @Test
    void theSystemIsContradictedWhereItsSizeIsAnother() {
        var told = new Caches(
                List.of(
                        new Caches.Level("L1", 48 << 10, 12),
                        new Caches.Level("L2", 1 << 20, 16),
                        new Caches.Level("L3", 32 << 20, 16)),
                true);

        var sizes = CacheSize.beside(told, MEASURED.rising().caches());

        assertThat(sizes).extracting(CacheSize::agrees).containsExactly(true, true, false);
        assertThat(sizes.get(0).toText())
                .startsWith("L1: 48 KiB by the system, 5")
                .endsWith("ns a load)");
        assertThat(sizes.get(2).toText()).contains("L3: 32,768 KiB by the system", "they disagree by a factor of 3.0");
    }

    @Test
    void whereTheSystemTellsNothingTheProbedSizesAreUsed() {
        var sizes =
                CacheSize.beside(new Caches(List.of(), false), MEASURED.rising().caches());

        assertThat(sizes).extracting(CacheSize::name).containsExactly("L1", "L2", "L3");
        assertThat(sizes).extracting(CacheSize::told).containsOnly(OptionalLong.empty());
        assertThat(sizes.getFirst().toText()).startsWith("L1: the system tells no size, 5");
    }
}
