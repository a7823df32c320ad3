package org.hloexplorer.app.window;

import org.hloexplorer.app.workbench.Step;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PipelineRun;

/** A step in words. */
final class StepWords {
    private StepWords() {}

    static String of(PipelineRun run, Step step) {
        if (step.version() == 0) {
            return Words.say("step.input", run.input().name());
        }
        var pass = run.runs().get(step.version() - 1);
        var rewrite = step.rewrite();
        if (rewrite != null) {
            var made = pass.rewrites().get(rewrite);
            return Words.say(
                    "step.rewrite", pass.pass(), rewrite + 1, pass.rewrites().size(), made.rule());
        }
        return switch (pass.status()) {
            case CHANGED ->
                run.lineage() == PipelineRun.Lineage.GUESSED
                        ? Words.say("step.changed.dump", pass.pass(), difference(pass))
                        : Words.say("step.changed", pass.pass(), pass.rewrites().size(), difference(pass));
            case UNCHANGED -> Words.say("step.unchanged", pass.pass());
            case OFF -> Words.say("step.off", pass.pass());
            case FAILED -> Words.say("step.failed", pass.pass());
        };
    }

    private static String difference(PassRun pass) {
        return Words.say(
                "step.instructions",
                pass.before().instructionCount(),
                pass.after().instructionCount());
    }
}
