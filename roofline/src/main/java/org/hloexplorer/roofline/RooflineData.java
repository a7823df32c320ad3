package org.hloexplorer.roofline;

import java.util.ArrayList;
import java.util.List;

/**
 * Everything a roofline shows: roofs, and the kernels of one or more stages of a program.
 *
 * @param stages in the order of the program's history, or the same kernels by the bytes of one memory after another
 * @param summary what became of the whole program, in a sentence
 */
public record RooflineData(String program, Roofs roofs, List<Stage> stages, String summary) {

    /** A kernel of one stage whose work went into a kernel of the next. */
    public record Trail(Placement from, Placement to) {}

    public RooflineData {
        stages = List.copyOf(stages);
    }

    /** Versions of a program, of which the summary compares the first and the last. */
    public RooflineData(String program, Roofs roofs, List<Stage> stages) {
        this(program, roofs, stages, fromFirstToLast(stages));
    }

    /** Which kernel became part of which, from each stage to the next. */
    public List<Trail> trails() {
        var trails = new ArrayList<Trail>();
        for (int i = 0; i + 1 < stages.size(); i++) {
            for (var from : stages.get(i).kernels()) {
                for (var to : stages.get(i + 1).kernels()) {
                    if (to.kernel().origins().stream().anyMatch(from.kernel().origins()::contains)) {
                        trails.add(new Trail(from, to));
                    }
                }
            }
        }
        return trails;
    }

    private static String fromFirstToLast(List<Stage> stages) {
        var first = stages.getFirst();
        var last = stages.getLast();
        if (stages.size() < 2) {
            return "%d kernels, %s, %s moved."
                    .formatted(last.kernels().size(), Numbers.seconds(last.seconds()), Numbers.bytes(last.bytes()));
        }
        return "%s → %s: %d → %d kernels, %s → %s moved, %s → %s."
                .formatted(
                        first.name(),
                        last.name(),
                        first.kernels().size(),
                        last.kernels().size(),
                        Numbers.bytes(first.bytes()),
                        Numbers.bytes(last.bytes()),
                        Numbers.seconds(first.seconds()),
                        Numbers.seconds(last.seconds()));
    }
}
