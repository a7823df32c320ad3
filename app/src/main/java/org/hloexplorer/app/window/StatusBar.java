package org.hloexplorer.app.window;

import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.hloexplorer.app.workbench.Progress;
import org.hloexplorer.app.workbench.RunningTask;
import org.hloexplorer.app.workbench.Tasks;

/** One line about the program on the left; on the right what is under way, with a button that stops it. */
final class StatusBar {
    private final Tasks tasks;
    private final Label summary = new Label();
    private final Label task = new Label();
    private final ProgressBar progress = new ProgressBar();
    private final Button cancel = new Button(Words.say("status.cancel"));
    private final HBox activity = new HBox(8, task, progress, cancel);
    private final HBox bar = new HBox(12, summary, activity);

    StatusBar(ObservableValue<String> text, Tasks tasks) {
        this.tasks = tasks;
        bar.setId("status-bar");
        bar.getStyleClass().add("status-bar");
        bar.setAlignment(Pos.CENTER_LEFT);
        summary.setId("status-summary");
        summary.textProperty().bind(text);
        summary.setTooltip(tooltip(text));
        summary.setTextOverrun(OverrunStyle.ELLIPSIS);
        summary.setMaxWidth(Double.MAX_VALUE);
        summary.setMinWidth(0);
        HBox.setHgrow(summary, Priority.ALWAYS);
        styleActivity();
        tasks.running().addListener((ListChangeListener<RunningTask>) _ -> showLatest());
        showLatest();
    }

    Node node() {
        return bar;
    }

    private static Tooltip tooltip(ObservableValue<String> text) {
        var tooltip = new Tooltip();
        tooltip.textProperty().bind(text);
        return tooltip;
    }

    private void styleActivity() {
        activity.setAlignment(Pos.CENTER_RIGHT);
        activity.setMinWidth(Region.USE_PREF_SIZE);
        task.setId("status-task");
        progress.setId("status-progress");
        progress.setPrefWidth(120);
        progress.setAccessibleText(Words.say("status.progress"));
        cancel.setId("status-cancel");
        cancel.getStyleClass().addAll("small", "flat");
    }

    private void showLatest() {
        task.textProperty().unbind();
        progress.progressProperty().unbind();
        if (tasks.running().isEmpty()) {
            activity.setVisible(false);
            activity.setManaged(false);
            // An indeterminate bar would go on moving where nobody sees it.
            progress.setProgress(0);
            return;
        }
        show(tasks.running().getLast());
    }

    private void show(RunningTask latest) {
        activity.setVisible(true);
        activity.setManaged(true);
        int others = tasks.running().size() - 1;
        var title = others == 0 ? latest.title() : Words.say("status.others", latest.title(), others);
        task.textProperty().bind(latest.stepProperty().map(step -> step.isEmpty() ? title : title + ": " + step));
        progress.progressProperty()
                .bind(latest.fractionProperty().map(each -> each.doubleValue() < 0 ? Progress.UNKNOWN : each));
        cancel.setOnAction(_ -> latest.cancel());
        cancel.setAccessibleText(Words.say("status.cancel.task", latest.title()));
    }
}
