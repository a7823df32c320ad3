package org.hloexplorer.visualizers.timeline;

import java.util.Locale;
import javafx.beans.binding.Bindings;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.hloexplorer.pipeline.PassStatus;
import org.hloexplorer.visualizers.Figures;
import org.hloexplorer.visualizers.Words;
import org.kordamp.ikonli.javafx.FontIcon;

/** One cell: a bar as high as the pass took long, its name, its mark, and on hover its toggle. */
final class PassCellView extends VBox {
    private static final PseudoClass SELECTED = PseudoClass.getPseudoClass("selected");
    private static final double BAR_ROOM = 32;
    private static final double LOWEST_BAR = 4;
    private static final double LEAST_NAME = 40;
    private static final double PADDING = 14;

    private final PassCell cell;
    private final String words;
    private final Label name;
    private final Tooltip tooltip = new Tooltip();

    PassCellView(PassCell cell, TimelineViewModel model, String summary) {
        this.cell = cell;
        setId("pass-" + cell.run().index());
        getStyleClass().addAll("pass-cell", state());
        setAccessibleRole(AccessibleRole.LIST_ITEM);
        words = words(summary);
        showPeak(TimelineViewModel.UNKNOWN_PEAK);
        name = new Label(cell.run().pass());
        name.getStyleClass().add("pass-name");
        name.setMinWidth(0);
        // Of a name that has no room but for a letter and three dots, nothing is left.
        if (!isNotable()) {
            name.opacityProperty()
                    .bind(Bindings.when(widthProperty().lessThan(LEAST_NAME))
                            .then(0)
                            .otherwise(1));
        }
        getChildren().addAll(bar(model), name);
        Tooltip.install(this, tooltip);
    }

    private String state() {
        return cell.run().status().name().toLowerCase(Locale.ROOT);
    }

    private StackPane bar(TimelineViewModel model) {
        var bar = new Region();
        bar.getStyleClass().add("pass-bar");
        bar.setMaxHeight(LOWEST_BAR + (BAR_ROOM - LOWEST_BAR) * cell.height());
        bar.setMinHeight(bar.getMaxHeight());
        StackPane.setAlignment(bar, Pos.BOTTOM_CENTER);
        var mark = new Label(cell.mark());
        mark.getStyleClass().add("pass-mark");
        mark.setMouseTransparent(true);
        StackPane.setAlignment(mark, Pos.TOP_LEFT);
        var room = new StackPane(bar, mark, toggle(model));
        room.setMinHeight(BAR_ROOM);
        room.setPrefHeight(BAR_ROOM);
        return room;
    }

    private Button toggle(TimelineViewModel model) {
        boolean off = cell.run().status() == PassStatus.OFF;
        var toggle = new Button();
        toggle.setGraphic(new FontIcon(off ? "mdi2t-toggle-switch-off-outline" : "mdi2t-toggle-switch"));
        toggle.setId("toggle-" + cell.run().index());
        toggle.getStyleClass().add("pass-toggle");
        toggle.setFocusTraversable(false);
        toggle.setAccessibleText(Words.say(off ? "timeline.switchOn" : "timeline.switchOff", cell.toggleName()));
        toggle.setTooltip(new Tooltip(toggle.getAccessibleText()));
        toggle.setOnAction(_ -> model.toggle(cell));
        toggle.visibleProperty().bind(hoverProperty());
        StackPane.setAlignment(toggle, Pos.TOP_RIGHT);
        return toggle;
    }

    /** Pass, what it is for, what it did, and how long it took. */
    private String words(String summary) {
        var run = cell.run();
        var text = new StringBuilder(Words.say("timeline.pass", cell.toggleName(), run.pipeline()));
        if (!summary.isEmpty()) {
            text.append('\n').append(summary);
        }
        text.append('\n').append(Words.say("timeline.status." + state()));
        text.append('\n')
                .append(Words.say(
                        "timeline.counts",
                        run.rewriteCount(),
                        run.before().instructionCount(),
                        run.after().instructionCount(),
                        Figures.time(run.time())));
        if (run.failure() != null) {
            text.append('\n').append(run.failure());
        }
        if (cell.changesValues()) {
            text.append('\n').append(Words.say("timeline.changesValues"));
        }
        if (cell.isDiverged()) {
            text.append('\n').append(Words.say("timeline.diverged"));
        }
        return text.toString();
    }

    /** Says how much memory the module takes after the pass. */
    void showPeak(long bytes) {
        tooltip.setText(bytes < 0 ? words : words + "\n" + Words.say("timeline.peak", Figures.bytes(bytes)));
        setAccessibleText(tooltip.getText().replace("\n", ". "));
    }

    /** Whether something happened that a user looks for. */
    boolean isNotable() {
        return switch (cell.run().status()) {
            case CHANGED, FAILED -> true;
            case UNCHANGED, OFF -> false;
        };
    }

    /** The width at which the whole name is seen. */
    double nameWidth() {
        name.applyCss();
        return Math.ceil(name.prefWidth(-1)) + PADDING;
    }

    PassCell cell() {
        return cell;
    }

    void setSelected(boolean selected) {
        pseudoClassStateChanged(SELECTED, selected);
    }
}
