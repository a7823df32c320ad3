package org.hloexplorer.pipeline.buffers;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.PipelineRun;

/** Copies in the result of a pipeline that nothing says the reason of. */
public final class UnexplainedCopies {
    private UnexplainedCopies() {}

    /** The copies that are left without an event that says why they, or what they were made from, are there. */
    public static List<String> of(PipelineRun run) {
        var explained = new HashSet<Integer>();
        var origins = new HashMap<Integer, List<Integer>>();
        for (var pass : run.runs()) {
            pass.events().forEach(event -> {
                if (event instanceof PassEvent.CopyInserted inserted) {
                    explained.add(inserted.copy());
                } else if (event instanceof PassEvent.Rewritten rewritten) {
                    explained.add(rewritten.after());
                }
            });
            if (pass.isChanging()) {
                pass.after()
                        .computations()
                        .forEach(each ->
                                each.instructions().forEach(one -> origins.putIfAbsent(one.id(), one.originIds())));
            }
        }
        return run.output().computations().stream()
                .flatMap(each -> each.instructions().stream())
                .filter(each -> each.opcode() == HloOpcode.COPY && !isExplained(each.id(), explained, origins))
                .map(HloInstruction::name)
                .toList();
    }

    private static boolean isExplained(int id, Set<Integer> explained, Map<Integer, List<Integer>> origins) {
        return explained.contains(id)
                || origins.getOrDefault(id, List.of()).stream()
                        .anyMatch(each -> each != id && isExplained(each, explained, origins));
    }
}
