package org.hloexplorer.pipeline.worker;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HardwareCounterTests {

    /** A system that opens one kind of event, or none. */
    private record Opening(int opened, int errno, String paranoid) implements PerfCalls {
        @Override
        public int open(PerfEvent event) {
            return event.type() == opened ? 7 : -errno;
        }

        @Override
        public long read(int counter) {
            return counter * 100L;
        }

        @Override
        public Optional<String> paranoia() {
            return Optional.of(paranoid).filter(each -> !each.isEmpty());
        }
    }

    private static final int NO_TYPE = -1;

    /** The offsets of linux/perf_event.h, whose first version has 64 bytes. */
    @Test
    void theDescriptionIsLaidOutAsLinuxWantsIt() {
        assertThat(PerfEvent.LAYOUT.byteSize()).isEqualTo(64);
        assertThat(PerfEvent.offset("type")).isZero();
        assertThat(PerfEvent.offset("size")).isEqualTo(4);
        assertThat(PerfEvent.offset("config")).isEqualTo(8);
        assertThat(PerfEvent.offset("sample_period")).isEqualTo(16);
        assertThat(PerfEvent.offset("sample_type")).isEqualTo(24);
        assertThat(PerfEvent.offset("read_format")).isEqualTo(32);
        assertThat(PerfEvent.offset("flags")).isEqualTo(40);
        assertThat(PerfEvent.offset("wakeup_events")).isEqualTo(48);
        assertThat(PerfEvent.offset("bp_type")).isEqualTo(52);
        assertThat(PerfEvent.offset("config1")).isEqualTo(56);
    }

    /** PERF_TYPE_HW_CACHE is 3; the last level is 2, reading 0, a miss 1. Bits 5 and 6 leave kernel and hypervisor out. */
    @Test
    void lastLevelMissesAreDescribed() {
        try (var arena = Arena.ofConfined()) {
            var attributes = PerfEvent.LAST_LEVEL_MISSES.in(arena);
            assertThat(attributes.get(JAVA_INT, 0)).isEqualTo(3);
            assertThat(attributes.get(JAVA_INT, 4)).isEqualTo(64);
            assertThat(attributes.get(JAVA_LONG, 8)).isEqualTo(0x10002);
            assertThat(attributes.get(JAVA_LONG, 40)).isEqualTo(0x60);
        }
    }

    @Test
    void theFirstEventThatOpensIsRead() {
        var first = HardwareCounter.open(new Opening(3, 2, "2"));
        assertThat(first).isInstanceOfSatisfying(HardwareCounter.Counting.class, counter -> {
            assertThat(counter.event()).isEqualTo(PerfEvent.LAST_LEVEL_MISSES);
            assertThat(counter.read()).isEqualTo(700);
        });
        var second = HardwareCounter.open(new Opening(0, 2, "2"));
        assertThat(second)
                .isInstanceOfSatisfying(
                        HardwareCounter.Counting.class,
                        counter -> assertThat(counter.event()).isEqualTo(PerfEvent.MISSES));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    2  | 2 | ENOENT, no such event, as on a virtual machine that is given no counters of its processor
                    13 | 4 | EACCES, not permitted: perf_event_paranoid=4, 2 or less is needed
                    1  |   | EPERM, not permitted: perf_event_paranoid cannot be read
                    38 | 2 | ENOSYS, this Linux, or what confines this process, has no perf_event_open
                    99 | 2 | error 99
                    """)
    void aRefusalSaysWhatTheSystemSaid(int errno, String paranoid, String words) {
        var absent = HardwareCounter.open(new Opening(NO_TYPE, errno, paranoid == null ? "" : paranoid));

        assertThat(absent)
                .isInstanceOfSatisfying(
                        HardwareCounter.Absent.class,
                        none -> assertThat(none.reason())
                                .isEqualTo("%s: %s; %s: %s"
                                        .formatted(
                                                PerfEvent.LAST_LEVEL_MISSES.text(),
                                                words,
                                                PerfEvent.MISSES.text(),
                                                words)));
    }

    @Test
    void thisSystemOpensOneOrSaysWhyNot() {
        switch (HardwareCounter.open()) {
            case HardwareCounter.Counting counter -> assertThat(counter.read()).isNotNegative();
            case HardwareCounter.Absent(var reason) -> assertThat(reason).isNotEmpty();
        }
    }
}
