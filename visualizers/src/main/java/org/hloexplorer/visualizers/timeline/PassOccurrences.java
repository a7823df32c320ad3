package org.hloexplorer.visualizers.timeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.pipeline.PassRun;

/** Which of the passes of a name a run belongs to: {@code dce#2} is the second, however often its group repeats it. */
final class PassOccurrences {
    private final Map<String, Integer> counts = new HashMap<>();
    private final Map<String, List<Integer>> inGroup = new HashMap<>();
    private final Map<String, Integer> inIteration = new HashMap<>();
    private String group = "";
    private int iteration;

    private PassOccurrences() {}

    /** The number of each run's pass, counted from 1. */
    static List<Integer> of(List<PassRun> runs) {
        var occurrences = new PassOccurrences();
        return runs.stream().map(occurrences::next).toList();
    }

    private int next(PassRun run) {
        if (!run.pipeline().equals(group) || run.iteration() < iteration) {
            inGroup.clear();
        }
        if (run.iteration() != iteration || !run.pipeline().equals(group)) {
            inIteration.clear();
        }
        group = run.pipeline();
        iteration = run.iteration();
        int position = inIteration.merge(run.pass(), 1, Integer::sum) - 1;
        var known = inGroup.computeIfAbsent(run.pass(), _ -> new ArrayList<>());
        if (position >= known.size()) {
            known.add(counts.merge(run.pass(), 1, Integer::sum));
        }
        return known.get(position);
    }
}
