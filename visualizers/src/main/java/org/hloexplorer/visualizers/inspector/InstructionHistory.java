package org.hloexplorer.visualizers.inspector;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.visualizers.Words;
import org.hloexplorer.visualizers.inspector.Inspection.Step;

/** Which pass made an instruction, changed it and removed it. */
final class InstructionHistory {
    private final PipelineRun timeline;
    private final int id;
    private final List<Step> steps = new ArrayList<>();

    private InstructionHistory(PipelineRun timeline, int id) {
        this.timeline = timeline;
        this.id = id;
    }

    static List<Step> of(PipelineRun timeline, int instructionId) {
        var history = new InstructionHistory(timeline, instructionId);
        history.trace();
        return history.steps;
    }

    private void trace() {
        var old = timeline.input().findInstruction(id);
        if (old.isPresent()) {
            steps.add(new Step(Words.say("history.input"), 0));
        }
        for (var run : timeline.runs()) {
            if (run.isChanging()) {
                var now = run.after().findInstruction(id);
                compare(run, old, now);
                old = now;
            }
        }
    }

    private void compare(PassRun run, Optional<HloInstruction> old, Optional<HloInstruction> now) {
        if (old.isEmpty() && now.isPresent()) {
            add(run, Words.say("history.created", pass(run), origins(now.get(), run.before())));
        } else if (old.isPresent() && now.isEmpty()) {
            add(run, Words.say("history.removed", pass(run), replacement(run)));
        } else if (old.isPresent() && now.isPresent() && old.get() != now.get()) {
            var changes = changes(old.get(), now.get());
            if (!changes.isEmpty()) {
                add(run, Words.say("history.changed", pass(run), changes));
            }
        }
    }

    private void add(PassRun run, String sentence) {
        steps.add(new Step(sentence, run.index() + 1));
    }

    /** The pass, with the rule where a rewrite of this instruction was recorded. */
    private String pass(PassRun run) {
        var number = Integer.toString(run.index() + 1);
        return run.rewrites().stream()
                .filter(each -> each.instructions().contains(id))
                .map(PassEvent.Rewritten::rule)
                .findFirst()
                .map(rule -> Words.say("history.passAndRule", run.pass(), number, rule))
                .orElseGet(() -> Words.say("history.pass", run.pass(), number));
    }

    private static String origins(HloInstruction made, HloModule before) {
        var names = made.originIds().stream()
                .flatMap(origin -> before.findInstruction(origin).stream())
                .map(HloInstruction::toString)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : Words.say("history.from", names);
    }

    private String replacement(PassRun run) {
        return run.rewrites().stream()
                .filter(each -> each.before() == id && each.after() != id)
                .flatMap(each -> run.after().findInstruction(each.after()).stream())
                .findFirst()
                .map(each -> Words.say("history.replacedBy", each.toString()))
                .orElse("");
    }

    private static String changes(HloInstruction old, HloInstruction now) {
        var changes = new ArrayList<String>();
        if (!old.op().equals(now.op())) {
            changes.add(
                    Words.say("history.operation", old.op().mnemonic(), now.op().mnemonic()));
        }
        if (!old.shape().equals(now.shape())) {
            changes.add(Words.say(
                    "history.shape", old.shape().toString(), now.shape().toString()));
        }
        if (!Arrays.equals(old.operandIds(), now.operandIds())) {
            changes.add(Words.say("history.operands"));
        }
        return String.join("; ", changes);
    }
}
