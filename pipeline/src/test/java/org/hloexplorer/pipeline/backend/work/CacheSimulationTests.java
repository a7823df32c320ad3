package org.hloexplorer.pipeline.backend.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Streams whose misses one can count on one's fingers. */
final class CacheSimulationTests {
    /** 8 sets of 2 lines, before 32 sets of 4. */
    private static final List<CacheLevel> LEVELS =
            List.of(new CacheLevel("L1", 1024, 2), new CacheLevel("L2", 8192, 4));

    private final CacheSimulation caches = new CacheSimulation(LEVELS, 0);

    @Test
    void aLineIsFetchedOnce() {
        for (int i = 0; i < 10; i++) {
            caches.touch(5, false);
        }
        assertThat(caches.fetched()).containsExactly(1L, 1L);
        assertThat(caches.writtenBack()).containsExactly(0L, 0L);
    }

    @Test
    void anArrayThatFitsTheSecondLevelIsFetchedByTheFirstEachTime() {
        sweep(64, false);
        caches.clear();
        sweep(64, false);
        assertThat(caches.fetched()).containsExactly(64L, 0L);
    }

    @Test
    void anArrayThatFitsNowhereIsFetchedThroughAll() {
        sweep(256, false);
        caches.clear();
        sweep(256, false);
        assertThat(caches.fetched()).containsExactly(256L, 256L);
    }

    /** Each line is fetched before it is written, and goes back once. */
    @Test
    void whatIsWrittenComesBack() {
        sweep(256, true);
        caches.clear();
        sweep(256, true);
        assertThat(caches.fetched()).containsExactly(256L, 256L);
        assertThat(caches.writtenBack()).containsExactly(256L, 256L);
    }

    /** Three lines of one set of two: the one used longest ago is the one that is wanted next. */
    @Test
    void linesOfOneSetDriveOneAnotherOut() {
        for (int round = 0; round < 4; round++) {
            for (long line : new long[] {0, 8, 16}) {
                caches.touch(line, false);
            }
        }
        assertThat(caches.fetched()).containsExactly(12L, 3L);
    }

    @Test
    void theLineUsedLastStays() {
        for (long line : new long[] {0, 8, 0, 16, 0, 24, 0}) {
            caches.touch(line, false);
        }
        assertThat(caches.fetched()).containsExactly(4L, 4L);
    }

    /** Of every fourth set alone, a sweep has a fourth of the misses. */
    @Test
    void aPartOfTheSetsSeesThatPartOfTheMisses() {
        var part = new CacheSimulation(LEVELS, 2);
        for (int round = 0; round < 2; round++) {
            part.clear();
            for (long line = 0; line < 64; line += 4) {
                part.touch(line, false);
            }
        }
        assertThat(part.fetched()).containsExactly(16L, 0L);
    }

    private void sweep(long lines, boolean isWrite) {
        for (long line = 0; line < lines; line++) {
            caches.touch(line, isWrite);
        }
    }
}
