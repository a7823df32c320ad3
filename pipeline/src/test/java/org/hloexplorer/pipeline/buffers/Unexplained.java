package org.hloexplorer.pipeline.buffers;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PipelineRun;

/** Copies and bitcasts in the result of a pipeline that nothing says the reason of. */
public final class Unexplained {
    private final PipelineRun run;
    private final Set<Integer> copies = new HashSet<>();
    private final Set<Integer> bitcasts = new HashSet<>();
    private final Map<Integer, List<Integer>> origins = new HashMap<>();

    private Unexplained(PipelineRun run) {
        this.run = run;
        run.runs().forEach(this::learn);
    }

    private void learn(PassRun pass) {
        for (var event : pass.events()) {
            if (event instanceof PassEvent.CopyInserted inserted) {
                copies.add(inserted.copy());
            } else if (event instanceof PassEvent.Rewritten rewritten) {
                copies.add(rewritten.after());
            } else if (event instanceof PassEvent.BitcastMade made) {
                bitcasts.add(made.bitcast());
            }
        }
        if (pass.isChanging()) {
            pass.after()
                    .computations()
                    .forEach(
                            each -> each.instructions().forEach(one -> origins.putIfAbsent(one.id(), one.originIds())));
        }
    }

    /** The copies that are left without an event that says why they, or what they were made from, are there. */
    public static List<String> copies(PipelineRun run) {
        var found = new Unexplained(run);
        return found.of(HloOpcode.COPY, found.copies);
    }

    /** The bitcasts that are left without an event that names both their sides. */
    public static List<String> bitcasts(PipelineRun run) {
        var found = new Unexplained(run);
        return found.of(HloOpcode.BITCAST, found.bitcasts);
    }

    private List<String> of(HloOpcode opcode, Set<Integer> explained) {
        return run.output().computations().stream()
                .flatMap(each -> each.instructions().stream())
                .filter(each -> each.opcode() == opcode && !isExplained(each.id(), explained))
                .map(HloInstruction::name)
                .toList();
    }

    private boolean isExplained(int id, Set<Integer> explained) {
        return explained.contains(id)
                || origins.getOrDefault(id, List.of()).stream()
                        .anyMatch(each -> each != id && isExplained(each, explained));
    }
}
