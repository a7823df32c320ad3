package org.hloexplorer.roofline;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Everything a roofline shows: roofs, and the kernels of one or more stages of a program.
 *
 * @param stages in the order of the program's history, or the same kernels by the bytes of one memory after another
 * @param summary what became of the whole program, in a sentence
 * @param whole programs run eagerly beside the same compiled, this one first; without those of which that was not measured
 * @param otherRoofs those of another machine whose kernels are among the stages, for comparison
 */
public record RooflineData(
        String program,
        Roofs roofs,
        List<Stage> stages,
        String summary,
        List<WholeProgram> whole,
        List<Roofs> otherRoofs) {

    /** A kernel of one stage whose work went into a kernel of the next. */
    public record Trail(Placement from, Placement to) {}

    public RooflineData {
        stages = List.copyOf(stages);
        whole = List.copyOf(whole);
        otherRoofs = List.copyOf(otherRoofs);
    }

    /** Kernels of one machine. */
    public RooflineData(String program, Roofs roofs, List<Stage> stages, String summary) {
        this(program, roofs, stages, summary, List.of(), List.of());
    }

    /** The same with what launches cost. */
    public RooflineData with(WholeProgram measured) {
        return new RooflineData(program, roofs, stages, summary, List.of(measured), otherRoofs);
    }

    /**
     * This measurement with the last stage of an earlier one before its own, each below its own roofs: two runs, two
     * pipelines, two programs, or two machines on one chart.
     */
    public RooflineData beside(RooflineData kept) {
        return beside(kept, "kept");
    }

    /** The same, the earlier one under another name. */
    public RooflineData beside(RooflineData kept, String name) {
        var all = new ArrayList<Stage>();
        var last = kept.stages().getLast();
        int version = kept.program().equals(program) ? Stage.NO_VERSION : Stage.OTHER_PROGRAM;
        all.add(new Stage("%s: %s".formatted(name, last.name()), version, last.kernels()));
        all.addAll(stages);
        return new RooflineData(
                program,
                roofs,
                all,
                "%s %s: %s".formatted(summary, name.equals("kept") ? "Kept" : name, kept.summary()),
                Stream.concat(whole.stream(), kept.whole().stream().map(each -> each.named(name)))
                        .toList(),
                kept.roofs().equals(roofs) ? List.of() : List.of(kept.roofs()));
    }

    /** The same with a further sentence of summary; an empty one changes nothing. */
    public RooflineData saying(String sentence) {
        return sentence.isEmpty()
                ? this
                : new RooflineData(program, roofs, stages, summary + " " + sentence, whole, otherRoofs);
    }

    /** With only these stages. */
    public RooflineData with(List<Stage> others) {
        return new RooflineData(program, roofs, others, summary, whole, otherRoofs);
    }

    /** All roofs, of this machine first. */
    public List<Roofs> allRoofs() {
        return Stream.concat(Stream.of(roofs), otherRoofs.stream()).toList();
    }

    /** Versions of a program, of which the summary compares the first and the last. */
    public RooflineData(String program, Roofs roofs, List<Stage> stages) {
        this(program, roofs, stages, fromFirstToLast(stages));
    }

    /** Which kernel became part of which, from each stage to the next. */
    public List<Trail> trails() {
        var trails = new ArrayList<Trail>();
        for (int i = 0; i + 1 < stages.size(); i++) {
            if (stages.get(i).version() == Stage.OTHER_PROGRAM) {
                continue;
            }
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
