package org.hloexplorer.visualizers;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.PipelineRun;
import org.jspecify.annotations.Nullable;

/**
 * Which older instructions an instruction stands for, over all versions of a timeline.
 *
 * <p>The versions are walked when it is first asked, so that this can be off the JavaFX thread.
 */
public final class Lineage {

    /** Of a timeline without passes: every instruction stands for itself. */
    public static final Lineage NONE = new Lineage(null);

    private final @Nullable PipelineRun timeline;
    private @Nullable Map<Integer, List<Integer>> origins;

    private Lineage(@Nullable PipelineRun timeline) {
        this.timeline = timeline;
    }

    public static Lineage of(PipelineRun timeline) {
        return new Lineage(timeline);
    }

    private synchronized Map<Integer, List<Integer>> origins() {
        var known = origins;
        if (known == null) {
            known = timeline == null ? Map.of() : walk(timeline);
            origins = known;
        }
        return known;
    }

    private static Map<Integer, List<Integer>> walk(PipelineRun run) {
        var origins = new HashMap<Integer, List<Integer>>();
        Set<HloComputation> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int version = 0; version < run.versions(); version++) {
            for (var computation : run.version(version).computations()) {
                if (seen.add(computation)) {
                    computation.instructions().forEach(each -> remember(each, origins));
                }
            }
        }
        return origins;
    }

    private static void remember(HloInstruction instruction, Map<Integer, List<Integer>> origins) {
        if (!instruction.originIds().isEmpty()) {
            origins.putIfAbsent(instruction.id(), instruction.originIds());
        }
    }

    /** The instruction itself and all that it was made from, newest first. */
    public Set<Integer> of(int instructionId) {
        var known = origins();
        var all = new LinkedHashSet<Integer>();
        var open = new ArrayDeque<Integer>(List.of(instructionId));
        while (!open.isEmpty()) {
            int id = open.remove();
            if (all.add(id)) {
                open.addAll(known.getOrDefault(id, List.of()));
            }
        }
        return all;
    }

    /** As {@link #of}, with all that a fusion or call has inside. */
    public Set<Integer> within(HloInstruction instruction, HloModule module) {
        var all = new LinkedHashSet<>(of(instruction.id()));
        if (instruction.op() instanceof HloOp.Fusion) {
            for (var computation : module.called(instruction)) {
                computation.instructions().forEach(inner -> all.addAll(within(inner, module)));
            }
        }
        return all;
    }
}
