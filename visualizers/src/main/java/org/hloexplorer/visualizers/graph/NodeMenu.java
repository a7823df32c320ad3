package org.hloexplorer.visualizers.graph;

import java.util.List;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.SeparatorMenuItem;
import org.hloexplorer.visualizers.EdgeSelection;
import org.hloexplorer.visualizers.Words;

/** What can be done with a node or an edge, as a menu. */
final class NodeMenu {
    private final GraphView view;
    private final GraphViewModel model;

    NodeMenu(GraphView view, GraphViewModel model) {
        this.view = view;
        this.model = model;
    }

    ContextMenu of(VisualNode node) {
        var menu = new ContextMenu();
        menu.setId("graph-menu");
        if (node.canOpen()) {
            menu.getItems()
                    .addAll(
                            item(node.isOpen() ? "graph.menu.close" : "graph.menu.open", () -> model.toggleOpen(node)),
                            item("graph.menu.enter", () -> enter(node)));
        }
        menu.getItems()
                .addAll(
                        item(
                                "graph.menu.feeds",
                                () -> model.highlightsFeedsProperty()
                                        .set(!model.highlightsFeedsProperty().get())),
                        item("graph.menu.centre", view::centre));
        var subject = model.subjectProperty().get();
        if (subject != null) {
            add(view.movesProperty().get().choices(subject.version(), node.instructionId()), menu);
        }
        return menu;
    }

    ContextMenu of(EdgeSelection edge) {
        var menu = new ContextMenu();
        menu.setId("graph-menu");
        add(view.movesProperty().get().choices(edge), menu);
        return menu;
    }

    private static void add(List<FusionMoves.Choice> choices, ContextMenu menu) {
        if (!choices.isEmpty() && !menu.getItems().isEmpty()) {
            menu.getItems().add(new SeparatorMenuItem());
        }
        choices.forEach(each -> menu.getItems().add(item(each)));
    }

    private static MenuItem item(FusionMoves.Choice choice) {
        var item = choice.isChosen() ? new RadioMenuItem() : new MenuItem();
        if (item instanceof RadioMenuItem chosen) {
            chosen.setSelected(true);
        }
        var words = new Label(choice.words());
        words.setWrapText(true);
        words.setMaxWidth(420);
        item.setGraphic(words);
        item.setId("choice-" + choice.id());
        item.setDisable(!choice.isPossible());
        item.setOnAction(_ -> choice.action().run());
        return item;
    }

    /** Shows the computation that a node calls by itself. */
    private void enter(VisualNode node) {
        var subject = model.subjectProperty().get();
        if (subject != null) {
            subject.module()
                    .findInstruction(node.instructionId())
                    .flatMap(each -> each.calledComputations().stream().findFirst())
                    .ifPresent(id -> model.computationProperty().set(id));
        }
    }

    private static MenuItem item(String words, Runnable action) {
        var item = new MenuItem(Words.say(words));
        item.setOnAction(_ -> action.run());
        return item;
    }
}
