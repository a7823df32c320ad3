package org.hloexplorer.app.window;

import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.hloexplorer.app.workbench.ProgramSummary;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.visualizers.Figures;
import org.jspecify.annotations.Nullable;

/** The open program in a line: its size, and what the passes made of it. */
final class StatusSummary {
    private final Workbench workbench;
    private final ReadOnlyStringWrapper text = new ReadOnlyStringWrapper("");

    StatusSummary(Workbench workbench) {
        this.workbench = workbench;
        workbench.program().sourceProperty().subscribe(this::refresh);
        workbench.program().parsedProperty().subscribe(this::refresh);
        workbench.timeline().runProperty().subscribe(this::refresh);
    }

    ReadOnlyStringProperty text() {
        return text.getReadOnlyProperty();
    }

    private void refresh() {
        var name = workbench.program().sourceProperty().get().name();
        var run = workbench.timeline().runProperty().get();
        text.set(
                run == null
                        ? withoutTimeline(name)
                        : withTimeline(
                                name,
                                run,
                                workbench.timeline().summaryProperty().get()));
    }

    private String withoutTimeline(String name) {
        var parsed = workbench.program().parsedProperty().get();
        if (parsed == null || !parsed.hasErrors()) {
            return name;
        }
        return Words.say("status.errors", name, parsed.errors().size());
    }

    private static String withTimeline(String name, PipelineRun run, @Nullable ProgramSummary summary) {
        var size = Words.say(
                "status.summary",
                name,
                run.input().name(),
                run.input().instructionCount(),
                run.output().instructionCount());
        return summary == null
                ? size
                : Words.say(
                        "status.fused",
                        size,
                        summary.kernelsBefore(),
                        summary.kernelsAfter(),
                        Figures.bytes(summary.bytesBefore()),
                        Figures.bytes(summary.bytesAfter()));
    }
}
