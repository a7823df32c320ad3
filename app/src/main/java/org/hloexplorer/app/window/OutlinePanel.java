package org.hloexplorer.app.window;

import java.util.Optional;
import java.util.stream.Stream;
import javafx.geometry.Orientation;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TreeCell;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeView;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import org.hloexplorer.app.workbench.Step;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloPath;
import org.jspecify.annotations.Nullable;

/** The computations of the version that is looked at with their instructions, and below them the rewrites of its pass. */
final class OutlinePanel {
    private final Workbench workbench;
    private final TreeView<Row> tree = new TreeView<>();
    private final SplitPane panel;
    private boolean following;

    /** A computation, or an instruction in it. */
    private record Row(
            HloModule module,
            HloComputation computation,
            @Nullable HloInstruction instruction) {

        HloPath path(int version) {
            return instruction == null
                    ? HloPath.toComputation(version, computation.id())
                    : HloPath.toInstruction(version, computation.id(), instruction.id());
        }

        String text() {
            if (instruction != null) {
                return "%s  %s".formatted(instruction.name(), instruction.op().mnemonic());
            }
            var key = computation.id() == module.entryId() ? "outline.entry" : "outline.computation";
            return Words.say(key, computation.name(), computation.instructions().size());
        }
    }

    OutlinePanel(Workbench workbench, Region rewrites) {
        this.workbench = workbench;
        tree.setId("outline");
        tree.setShowRoot(false);
        tree.setAccessibleText(Words.say("outline.title"));
        tree.getStyleClass().add("outline");
        tree.setCellFactory(_ -> new RowCell());
        tree.getSelectionModel().selectedItemProperty().subscribe(this::selected);
        var title = new Label(Words.say("outline.title"));
        title.getStyleClass().add("panel-title");
        var computations = new BorderPane(tree);
        computations.setTop(title);
        computations.setMinSize(0, 0);
        computations.getStyleClass().add("panel");
        rewrites.getStyleClass().add("panel");
        rewrites.setMinSize(0, 0);
        panel = new SplitPane(computations, rewrites);
        panel.setOrientation(Orientation.VERTICAL);
        panel.getStyleClass().addAll("panels", "panel");
        panel.setMinWidth(0);
        workbench.timeline().stepProperty().subscribe(this::show);
        workbench.selection().pathProperty().subscribe(this::follow);
    }

    Region node() {
        return panel;
    }

    private void show(@Nullable Step step) {
        following = true;
        tree.setRoot(step == null ? null : root(step.after()));
        following = false;
        follow(workbench.selection().pathProperty().get());
    }

    /** The entry computation first, then the others as the module has them. */
    private static TreeItem<Row> root(HloModule module) {
        var root = new TreeItem<Row>();
        var others = module.computations().stream().filter(each -> each.id() != module.entryId());
        root.getChildren()
                .setAll(Stream.concat(Stream.of(module.entry()), others)
                        .map(each -> item(module, each))
                        .toList());
        root.getChildren().getFirst().setExpanded(true);
        return root;
    }

    private static TreeItem<Row> item(HloModule module, HloComputation computation) {
        var item = new TreeItem<>(new Row(module, computation, null));
        // All at once, as each change is told to the tree.
        item.getChildren()
                .setAll(computation.instructions().stream()
                        .map(each -> new TreeItem<>(new Row(module, computation, each)))
                        .toList());
        return item;
    }

    private void selected(@Nullable TreeItem<Row> item) {
        var step = workbench.timeline().stepProperty().get();
        if (item != null && step != null && !following) {
            workbench.selection().pathProperty().set(item.getValue().path(step.version()));
        }
    }

    /** Marks what is selected elsewhere; computations that are closed stay closed. */
    private void follow(@Nullable HloPath path) {
        following = true;
        var item = path == null ? Optional.<TreeItem<Row>>empty() : find(path);
        item.filter(each -> each.getParent().isExpanded() || each.getParent().equals(tree.getRoot()))
                .ifPresentOrElse(this::mark, () -> tree.getSelectionModel().clearSelection());
        following = false;
    }

    private void mark(TreeItem<Row> item) {
        if (!item.equals(tree.getSelectionModel().getSelectedItem())) {
            tree.getSelectionModel().select(item);
            tree.scrollTo(Math.max(0, tree.getRow(item) - 3));
        }
    }

    private Optional<TreeItem<Row>> find(HloPath path) {
        var root = tree.getRoot();
        if (root == null) {
            return Optional.empty();
        }
        return root.getChildren().stream()
                .filter(each -> each.getValue().computation().id() == path.computationId())
                .findFirst()
                .flatMap(computation -> path.instructionId() == null
                        ? Optional.of(computation)
                        : computation.getChildren().stream()
                                .filter(each -> path.equals(each.getValue().path(path.version())))
                                .findFirst());
    }

    private static final class RowCell extends TreeCell<Row> {
        @Override
        protected void updateItem(@Nullable Row row, boolean empty) {
            super.updateItem(row, empty);
            setText(row == null || empty ? null : row.text());
        }
    }
}
