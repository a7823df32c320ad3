package org.hloexplorer.pipeline.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A counter of the processor's for lines that a thread fetched past its caches, or why there is none. */
sealed interface HardwareCounter {
    /** In the order in which they are tried. */
    List<PerfEvent> EVENTS = List.of(PerfEvent.LAST_LEVEL_MISSES, PerfEvent.MISSES);

    /** Open. */
    record Counting(PerfCalls calls, PerfEvent event, int number) implements HardwareCounter {
        long read() {
            return calls.read(number);
        }
    }

    /** None could be opened. */
    record Absent(String reason) implements HardwareCounter {}

    /** The first event that this system counts for the calling thread. */
    static HardwareCounter open() {
        return PerfCalls.ofThisSystem()
                .map(HardwareCounter::open)
                .orElseGet(() -> new Absent("they are read by Linux's perf_event_open alone, on x86-64 and AArch64"));
    }

    static HardwareCounter open(PerfCalls calls) {
        List<String> refusals = new ArrayList<>();
        for (var event : EVENTS) {
            int opened = calls.open(event);
            if (opened >= 0) {
                return new Counting(calls, event, opened);
            }
            refusals.add("%s: %s".formatted(event.text(), Refusal.text(-opened, calls.paranoia())));
        }
        return new Absent(String.join("; ", refusals));
    }

    /** What the system's error numbers mean here. */
    final class Refusal {
        private Refusal() {}

        private static final int EPERM = 1;
        private static final int EACCES = 13;

        private static final Map<Integer, String> TEXTS = Map.of(
                EPERM,
                "EPERM, not permitted",
                2,
                "ENOENT, no such event, as on a virtual machine that is given no counters of its processor",
                7,
                "E2BIG, this Linux describes events otherwise",
                EACCES,
                "EACCES, not permitted",
                19,
                "ENODEV, the processor has no such counter",
                22,
                "EINVAL, this processor does not know it",
                24,
                "EMFILE, too many files are open",
                38,
                "ENOSYS, this Linux, or what confines this process, has no perf_event_open",
                95,
                "EOPNOTSUPP, the processor has no counters that can be used");

        static String text(int errno, Optional<String> paranoia) {
            var text = TEXTS.getOrDefault(errno, "error %d".formatted(errno));
            return errno == EPERM || errno == EACCES
                    ? text
                            + paranoia.map(": perf_event_paranoid=%s, 2 or less is needed"::formatted)
                                    .orElse(": perf_event_paranoid cannot be read")
                    : text;
        }
    }
}
