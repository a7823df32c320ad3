package org.hloexplorer.app.window;

import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.pipeline.PipelineRun;

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
        text.set(run == null ? withoutTimeline(name) : withTimeline(name, run));
    }

    private String withoutTimeline(String name) {
        var parsed = workbench.program().parsedProperty().get();
        if (parsed == null || !parsed.hasErrors()) {
            return name;
        }
        return Words.say("status.errors", name, parsed.errors().size());
    }

    private static String withTimeline(String name, PipelineRun run) {
        return Words.say(
                "status.summary",
                name,
                run.input().name(),
                run.input().instructionCount(),
                run.output().instructionCount());
    }
}
