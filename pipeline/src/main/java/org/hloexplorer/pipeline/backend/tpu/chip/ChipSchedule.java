package org.hloexplorer.pipeline.backend.tpu.chip;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeSet;

/**
 * When each task of a straight piece of program runs: as early as its unit and the tasks it needs allow.
 *
 * <p>Found event by event: whenever a unit is free it begins the first of its tasks that is ready; units that keep to the
 * program's order begin only the next one. A task is ready when all it needs has ended.
 */
public final class ChipSchedule {
    private static final long UNKNOWN = -1;

    private final List<ChipTask> tasks;
    private final long[] starts;
    private final Map<ChipUnit, List<Integer>> order = new EnumMap<>(ChipUnit.class);
    private final Map<ChipUnit, List<ChipInterval>> intervals = new EnumMap<>(ChipUnit.class);
    private final int[] before;
    private final long cycles;

    private ChipSchedule(List<ChipTask> tasks, long[] starts, List<Integer> begun) {
        this.tasks = tasks;
        this.starts = starts;
        this.before = new int[tasks.size()];
        for (var unit : ChipUnit.values()) {
            order.put(unit, new ArrayList<>());
        }
        long end = 0;
        for (int task : begun) {
            var ofUnit = order.getOrDefault(tasks.get(task).unit(), List.of());
            before[task] = ofUnit.isEmpty() ? -1 : ofUnit.getLast();
            ofUnit.add(task);
            end = Math.max(end, starts[task] + tasks.get(task).cycles());
        }
        this.cycles = end;
        for (var unit : ChipUnit.values()) {
            intervals.put(unit, List.copyOf(work(unit)));
        }
    }

    /** Runs tasks whose indices are their places in the list. */
    public static ChipSchedule of(List<ChipTask> tasks) {
        var run = new Run(List.copyOf(tasks));
        run.toEnd();
        return new ChipSchedule(run.tasks, run.starts, run.begun);
    }

    /** The events of one run. */
    private static final class Run {
        private final List<ChipTask> tasks;
        private final long[] starts;
        private final int[] missing;
        private final List<List<Integer>> users = new ArrayList<>();
        private final List<Integer> begun = new ArrayList<>();
        private final Map<ChipUnit, TreeSet<Integer>> ready = new EnumMap<>(ChipUnit.class);
        private final Map<ChipUnit, List<Integer>> queues = new EnumMap<>(ChipUnit.class);
        private final Map<ChipUnit, Integer> heads = new EnumMap<>(ChipUnit.class);
        private final Map<ChipUnit, Long> free = new EnumMap<>(ChipUnit.class);
        private final PriorityQueue<Integer> ends;

        Run(List<ChipTask> tasks) {
            this.tasks = tasks;
            this.starts = new long[tasks.size()];
            this.missing = new int[tasks.size()];
            this.ends = new PriorityQueue<>(
                    Comparator.<Integer>comparingLong(this::end).thenComparing(Comparator.naturalOrder()));
            for (var unit : ChipUnit.values()) {
                ready.put(unit, new TreeSet<>());
                queues.put(unit, new ArrayList<>());
                heads.put(unit, 0);
                free.put(unit, 0L);
            }
            tasks.forEach(this::enqueue);
        }

        private void enqueue(ChipTask task) {
            starts[task.index()] = UNKNOWN;
            users.add(new ArrayList<>());
            of(queues, task.unit()).add(task.index());
            var needed = needed(task);
            missing[task.index()] = needed.size();
            needed.forEach(need -> users.get(need).add(task.index()));
            if (needed.isEmpty()) {
                of(ready, task.unit()).add(task.index());
            }
        }

        private long end(int task) {
            return starts[task] + tasks.get(task).cycles();
        }

        void toEnd() {
            begin(0);
            while (!ends.isEmpty()) {
                long now = end(ends.element());
                while (!ends.isEmpty() && end(ends.element()) == now) {
                    finish(ends.remove());
                }
                begin(now);
            }
            if (begun.size() != tasks.size()) {
                throw new IllegalStateException(
                        "%d of %d tasks never became ready".formatted(tasks.size() - begun.size(), tasks.size()));
            }
        }

        private void finish(int task) {
            for (int user : users.get(task)) {
                missing[user]--;
                if (missing[user] == 0) {
                    of(ready, tasks.get(user).unit()).add(user);
                }
            }
        }

        private void begin(long now) {
            for (var unit : ChipUnit.values()) {
                int next = next(unit);
                if (next >= 0 && of(free, unit) <= now) {
                    of(ready, unit).remove(next);
                    starts[next] = now;
                    free.put(unit, end(next));
                    heads.merge(unit, 1, Integer::sum);
                    begun.add(next);
                    ends.add(next);
                }
            }
        }

        /** The task that the unit would begin now, -1 for none. */
        private int next(ChipUnit unit) {
            var waiting = of(ready, unit);
            if (waiting.isEmpty()) {
                return -1;
            }
            if (!unit.isInOrder()) {
                return waiting.first();
            }
            int head = of(queues, unit).get(of(heads, unit));
            return waiting.contains(head) ? head : -1;
        }

        private static <T> T of(Map<ChipUnit, T> map, ChipUnit unit) {
            var found = map.get(unit);
            if (found == null) {
                throw new IllegalStateException("no " + unit);
            }
            return found;
        }
    }

    private static List<Integer> needed(ChipTask task) {
        if (task.frees() < 0) {
            return task.needs();
        }
        var all = new ArrayList<>(task.needs());
        all.add(task.frees());
        return all;
    }

    public List<ChipTask> tasks() {
        return tasks;
    }

    /** The cycle in which a task begins. */
    public long start(int task) {
        return starts[task];
    }

    /** The cycle after a task's last. */
    public long end(int task) {
        return starts[task] + tasks.get(task).cycles();
    }

    /** Cycles until the last task has ended. */
    public long cycles() {
        return cycles;
    }

    /** The task that ends last; -1 where there are none. */
    int lastToEnd() {
        int last = -1;
        for (int task = 0; task < tasks.size(); task++) {
            last = last < 0 || end(task) > end(last) ? task : last;
        }
        return last;
    }

    /** A task whose end is the cycle in which this one begins, one it had to wait for; -1 where there is none. */
    int reasonOfStart(int task) {
        for (int need : needed(tasks.get(task))) {
            if (end(need) == starts[task]) {
                return need;
            }
        }
        return before[task] >= 0 && end(before[task]) == starts[task] ? before[task] : -1;
    }

    /** What a unit does, without gaps, from cycle 0 to {@link #cycles()}. */
    public List<ChipInterval> intervals(ChipUnit unit) {
        return intervals.getOrDefault(unit, List.of());
    }

    /** What a unit does in a cycle; idle outside of the piece. */
    public ChipInterval at(ChipUnit unit, long cycle) {
        var all = intervals(unit);
        int low = 0;
        int high = all.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            var found = all.get(middle);
            if (cycle < found.from()) {
                high = middle - 1;
            } else if (cycle >= found.to()) {
                low = middle + 1;
            } else {
                return found;
            }
        }
        return new ChipInterval(unit, ChipState.IDLE, cycle, cycle + 1, -1);
    }

    private List<ChipInterval> work(ChipUnit unit) {
        var intervals = new ArrayList<ChipInterval>();
        long now = 0;
        for (int task : order.getOrDefault(unit, List.of())) {
            now = add(intervals, unit, waiting(task), now, starts[task], task);
            now = add(intervals, unit, ChipState.WORKING, now, end(task), task);
        }
        add(intervals, unit, ChipState.IDLE, now, cycles, -1);
        return intervals;
    }

    private static long add(
            List<ChipInterval> intervals, ChipUnit unit, ChipState state, long from, long to, int task) {
        if (to > from) {
            intervals.add(new ChipInterval(unit, state, from, to, task));
        }
        return Math.max(from, to);
    }

    /** Whatever the task needed that ended last is what its unit waited for. */
    private ChipState waiting(int index) {
        var task = tasks.get(index);
        int last = -1;
        for (int need : needed(task)) {
            last = last < 0 || end(need) > end(last) ? need : last;
        }
        if (last < 0) {
            return ChipState.IDLE;
        }
        return last == task.frees() && !task.needs().contains(last)
                ? ChipState.BUFFERS_FULL
                : ChipState.waitingFor(tasks.get(last).unit());
    }

    /** Cycles per state of a unit; they add up to {@link #cycles()}. */
    public Map<ChipState, Long> states(ChipUnit unit) {
        var states = new EnumMap<ChipState, Long>(ChipState.class);
        intervals(unit).forEach(each -> states.merge(each.state(), each.cycles(), Long::sum));
        return states;
    }
}
