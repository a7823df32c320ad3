package org.hloexplorer.visualizers.timeline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import javafx.application.Platform;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.hloexplorer.visualizers.Theme;
import org.hloexplorer.visualizers.Words;

/** The pass runs from left to right, grouped by pipeline; drag along it, or press ← and →, to step through them. */
public final class TimelineView extends BorderPane {
    private static final PseudoClass SELECTED = PseudoClass.getPseudoClass("selected");
    private static final double WIDEST = 104;
    private static final double NARROWEST = 22;
    private static final double GROUP_GAP = 12;

    private final TimelineViewModel model;
    private final HBox groups = new HBox();
    private final StackPane content = new StackPane(groups);
    private final PeakLine peaks = new PeakLine(content);
    private final ScrollPane scroll = new ScrollPane(content);
    private final List<PassCellView> cells = new ArrayList<>();
    private final VBox input = new VBox();
    private Function<String, String> summaries = _ -> "";

    public TimelineView(TimelineViewModel model) {
        this.model = model;
        Theme.applyTo(this);
        setId("timeline");
        getStyleClass().add("timeline");
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.LIST_VIEW);
        setAccessibleText(Words.say("timeline.accessible"));
        groups.getStyleClass().add("timeline-groups");
        scroll.setFitToHeight(true);
        scroll.setVbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.setFocusTraversable(false);
        setCenter(scroll);
        StackPane.setAlignment(groups, Pos.TOP_LEFT);
        content.getChildren().add(peaks);
        model.cells().subscribe(this::rebuild);
        model.peaks().subscribe(this::showPeaks);
        model.versionProperty().subscribe(_ -> showSelection());
        widthProperty().subscribe(_ -> resizeCells());
        // Cells have a place only once they are laid out.
        groups.widthProperty().subscribe(_ -> Platform.runLater(this::showSelection));
        groups.addEventHandler(MouseEvent.MOUSE_PRESSED, this::scrub);
        groups.addEventHandler(MouseEvent.MOUSE_DRAGGED, this::scrub);
        // Before the scroll pane, which would take the arrows.
        addEventFilter(KeyEvent.KEY_PRESSED, this::press);
    }

    /** What each pass is for, by its name, for the tooltips. */
    public void setSummaries(Function<String, String> summariesByPass) {
        summaries = summariesByPass;
        rebuild();
    }

    private void rebuild() {
        cells.clear();
        groups.getChildren().clear();
        if (model.cells().isEmpty()) {
            var empty = new Label(Words.say("timeline.empty"));
            empty.getStyleClass().add("timeline-empty");
            groups.getChildren().setAll(empty);
            showPeaks();
            return;
        }
        groups.getChildren().add(group("", inputCell()));
        for (int i = 0; i < model.cells().size(); ) {
            int end = endOfGroup(i);
            var row = new HBox();
            for (var cell : model.cells().subList(i, end)) {
                var view =
                        new PassCellView(cell, model, summaries.apply(cell.run().pass()));
                cells.add(view);
                row.getChildren().add(view);
            }
            groups.getChildren().add(group(title(model.cells().get(i)), row));
            i = end;
        }
        resizeCells();
        showSelection();
        showPeaks();
    }

    private void showPeaks() {
        var known = model.peaks();
        var shown = new ArrayList<Region>(List.of(input));
        for (int i = 0; i < cells.size(); i++) {
            shown.add(cells.get(i));
            cells.get(i).showPeak(i + 1 < known.size() ? known.get(i + 1) : TimelineViewModel.UNKNOWN_PEAK);
        }
        peaks.show(shown, known);
    }

    /** Runs of one iteration of one pipeline stand together. */
    private int endOfGroup(int start) {
        var first = model.cells().get(start).run();
        int end = start + 1;
        while (end < model.cells().size()
                && model.cells().get(end).run().pipeline().equals(first.pipeline())
                && model.cells().get(end).run().iteration() == first.iteration()) {
            end++;
        }
        return end;
    }

    private static String title(PassCell cell) {
        var run = cell.run();
        return run.iteration() == 0
                ? run.pipeline()
                : Words.say("timeline.iteration", run.pipeline(), run.iteration() + 1);
    }

    private static VBox group(String title, HBox row) {
        var label = new Label(title);
        label.getStyleClass().add("group-name");
        label.setMinWidth(0);
        row.getStyleClass().add("group-row");
        var group = new VBox(label, row);
        group.getStyleClass().add("timeline-group");
        return group;
    }

    private HBox inputCell() {
        input.setId("pass-input");
        input.getStyleClass().setAll("pass-cell", "input");
        input.setAccessibleText(Words.say("timeline.input"));
        var name = new Label(Words.say("timeline.input"));
        name.getStyleClass().add("pass-name");
        var room = new StackPane(new Region());
        room.setPrefHeight(32);
        room.setMinHeight(32);
        input.getChildren().setAll(room, name);
        input.setAlignment(Pos.CENTER);
        return new HBox(input);
    }

    /**
     * Cells share the width as long as their names can be read; beyond that the timeline scrolls, and only passes that did
     * something are as wide as their names.
     */
    private void resizeCells() {
        if (cells.isEmpty()) {
            return;
        }
        double room = getWidth() - groups.getChildren().size() * GROUP_GAP - 70;
        double width = Math.clamp(Math.floor(room / cells.size()), NARROWEST, WIDEST);
        for (var cell : cells) {
            double own = cell.isNotable() ? Math.clamp(cell.nameWidth(), width, WIDEST) : width;
            cell.setMinWidth(own);
            cell.setPrefWidth(own);
            // Where the name of the group takes more room than its cells, they share it.
            cell.setMaxWidth(WIDEST);
            HBox.setHgrow(cell, Priority.ALWAYS);
        }
        input.setPrefWidth(48);
        input.setMinWidth(48);
    }

    private void showSelection() {
        int version = model.versionProperty().get();
        input.pseudoClassStateChanged(SELECTED, version == 0);
        for (var cell : cells) {
            boolean selected = cell.cell().version() == version;
            cell.setSelected(selected);
            if (selected) {
                scrollTo(cell);
            }
        }
    }

    private void scrollTo(Region cell) {
        double content = groups.getWidth();
        double view = scroll.getViewportBounds().getWidth();
        if (content > view && cell.getParent() != null) {
            var bounds = groups.sceneToLocal(cell.localToScene(cell.getBoundsInLocal()));
            double middle = bounds.getCenterX() - view / 2;
            scroll.setHvalue(Math.clamp(middle / (content - view), 0, 1));
        }
    }

    private void scrub(MouseEvent event) {
        requestFocus();
        if (input.contains(input.sceneToLocal(event.getSceneX(), event.getSceneY()))) {
            model.versionProperty().set(0);
            return;
        }
        for (var cell : cells) {
            var point = cell.sceneToLocal(event.getSceneX(), event.getSceneY());
            if (point.getX() >= 0 && point.getX() <= cell.getWidth()) {
                model.versionProperty().set(cell.cell().version());
                return;
            }
        }
    }

    private void press(KeyEvent event) {
        if (event.isShortcutDown() || event.isAltDown()) {
            return;
        }
        boolean changing = event.isShiftDown();
        switch (event.getCode()) {
            case RIGHT -> {
                if (changing) {
                    model.selectNextChanging();
                } else {
                    model.selectNext();
                }
            }
            case LEFT -> {
                if (changing) {
                    model.selectPreviousChanging();
                } else {
                    model.selectPrevious();
                }
            }
            case DOWN -> model.selectNextRewrite();
            case UP -> model.selectPreviousRewrite();
            case HOME -> model.versionProperty().set(0);
            case END -> model.versionProperty().set(model.cells().size());
            case T -> model.toggleSelected();
            default -> {
                return;
            }
        }
        event.consume();
    }

    public TimelineViewModel model() {
        return model;
    }
}
