package org.hloexplorer.visualizers.diff;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import org.hloexplorer.visualizers.CodePane;
import org.hloexplorer.visualizers.Theme;
import org.hloexplorer.visualizers.Words;
import org.hloexplorer.visualizers.diff.DifferenceRow.Kind;
import org.kordamp.ikonli.javafx.FontIcon;

/** What a pass did to the text: side by side or in one, all of it or only what changed. */
public final class TextDifferenceView extends BorderPane {
    private final TextDifferenceViewModel model;
    private final CodePane before = new CodePane("diff-before", Words.say("diff.before"));
    private final CodePane after = new CodePane("diff-after", Words.say("diff.after"));
    private final CodePane unified = new CodePane("diff-unified", Words.say("diff.unified"));
    private final SplitPane sideBySide = new SplitPane(before, after);
    private final ToggleButton inOne = new ToggleButton(Words.say("diff.unified"));
    private final Label summary = new Label();

    public TextDifferenceView(TextDifferenceViewModel model) {
        this.model = model;
        Theme.applyTo(this);
        setId("text-difference");
        getStyleClass().add("text-difference");
        before.getContent()
                .estimatedScrollYProperty()
                .bindBidirectional(after.getContent().estimatedScrollYProperty());
        before.getContent()
                .estimatedScrollXProperty()
                .bindBidirectional(after.getContent().estimatedScrollXProperty());
        setTop(bar());
        inOne.setId("diff-in-one");
        inOne.selectedProperty().subscribe(_ -> show());
        model.rowsProperty().subscribe(_ -> show());
        model.changeProperty().subscribe(_ -> reveal());
        addEventFilter(KeyEvent.KEY_PRESSED, this::press);
    }

    private HBox bar() {
        var only = new ToggleButton(Words.say("diff.onlyChanges"));
        only.setId("diff-only-changes");
        only.selectedProperty().bindBidirectional(model.onlyChangesProperty());
        var metadata = new ToggleButton(Words.say("diff.metadata"));
        metadata.setId("diff-metadata");
        metadata.selectedProperty().bindBidirectional(model.metadataProperty());
        summary.getStyleClass().add("muted");
        summary.setId("diff-summary");
        var bar = new HBox(
                button("previous", "mdi2a-arrow-up", model::selectPreviousChange),
                button("next", "mdi2a-arrow-down", model::selectNextChange),
                inOne,
                only,
                metadata,
                summary);
        bar.getStyleClass().add("filter-bar");
        return bar;
    }

    private static Button button(String name, String icon, Runnable action) {
        var button = new Button();
        button.setId("diff-" + name);
        button.setGraphic(new FontIcon(icon));
        button.getStyleClass().addAll("flat", "button-icon");
        var words = Words.say("diff." + name);
        button.setAccessibleText(words);
        button.setTooltip(new Tooltip(words));
        button.setOnAction(_ -> action.run());
        return button;
    }

    private void show() {
        var rows = model.rowsProperty().get();
        summary.setText(
                model.messageProperty().get().isEmpty()
                        ? Words.say(
                                "diff.summary",
                                model.count(Kind.ADDED),
                                model.count(Kind.REMOVED),
                                model.count(Kind.CHANGED))
                        : model.messageProperty().get());
        if (inOne.isSelected()) {
            fill(unified, DifferenceText.unified(rows));
        } else {
            fill(before, DifferenceText.before(rows));
            fill(after, DifferenceText.after(rows));
        }
        setCenter(rows.isEmpty() ? message() : inOne.isSelected() ? unified : sideBySide);
        reveal();
    }

    private Node message() {
        var label = new Label(model.messageProperty().get());
        label.getStyleClass().add("muted");
        return label;
    }

    private static void fill(CodePane pane, DifferenceText text) {
        pane.numberLines(text.lineNumbers());
        pane.show(text.text(), text.styles());
        pane.markLines(text.lineClasses());
    }

    private void reveal() {
        var changes = model.changes();
        int change = model.changeProperty().get();
        if (change < 0 || change >= changes.size()) {
            return;
        }
        int row = changes.get(change);
        if (inOne.isSelected()) {
            unified.reveal(unifiedLine(model.rowsProperty().get(), row));
        } else {
            before.reveal(row);
            after.reveal(row);
        }
    }

    /** A changed row takes two lines of the unified text. */
    private static int unifiedLine(List<DifferenceRow> rows, int row) {
        return row
                + (int) rows.subList(0, row).stream()
                        .filter(each -> each.kind() == Kind.CHANGED)
                        .count();
    }

    private void press(KeyEvent event) {
        if (event.getCode() == KeyCode.F7) {
            if (event.isShiftDown()) {
                model.selectPreviousChange();
            } else {
                model.selectNextChange();
            }
            event.consume();
        }
    }
}
