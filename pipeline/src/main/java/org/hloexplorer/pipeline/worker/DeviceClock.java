package org.hloexplorer.pipeline.worker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hloexplorer.pipeline.driver.DeviceSession;
import org.hloexplorer.pipeline.driver.DeviceSession.Event;

/** Adds up, round by round, when commands ran by the device's own clock. */
final class DeviceClock {
    /** So many commands are under way at most; events take memory of the driver. */
    private static final int MOST_EVENTS = 4096;

    private final DeviceSession session;
    private final List<Event> events = new ArrayList<>();
    private final List<Integer> numbers = new ArrayList<>();
    private final List<Long> whole = new ArrayList<>();
    private final List<List<Long>> each = new ArrayList<>();
    private final long[] spent;
    private long first = Long.MAX_VALUE;
    private long last;

    /** @param units how many are timed */
    DeviceClock(DeviceSession session, int units) {
        this.session = session;
        this.spent = new long[units];
        for (int i = 0; i < units; i++) {
            each.add(new ArrayList<>());
        }
    }

    void add(int unit, Event event) {
        events.add(event);
        numbers.add(unit);
        if (events.size() == MOST_EVENTS) {
            drain();
        }
    }

    private void drain() {
        session.finish();
        var spans = session.spans(events);
        for (int i = 0; i < spans.size(); i++) {
            spent[numbers.get(i)] += spans.get(i).length();
            first = Math.min(first, spans.get(i).start());
            last = Math.max(last, spans.get(i).end());
        }
        events.clear();
        numbers.clear();
    }

    /** Waits for the round's commands. */
    void endRound(boolean counts) {
        drain();
        if (counts) {
            whole.add(Math.max(0, last - first));
            for (int i = 0; i < spent.length; i++) {
                each.get(i).add(spent[i]);
            }
        }
        Arrays.fill(spent, 0);
        first = Long.MAX_VALUE;
        last = 0;
    }

    RunTimes times() {
        return new RunTimes(new Sample(whole), each.stream().map(Sample::new).toList());
    }
}
