package org.hloexplorer.visualizers.timeline;

import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import javafx.scene.text.Text;
import org.hloexplorer.pipeline.PassEvent.FusionConsidered;
import org.hloexplorer.pipeline.PassEvent.Rewritten;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.visualizers.Theme;
import org.hloexplorer.visualizers.Words;
import org.jspecify.annotations.Nullable;

/** The rewrites of the selected pass; selecting one shows the module right after it. */
public final class RewriteListView extends BorderPane {
    private final TimelineViewModel model;
    private final ListView<Rewritten> list;
    private final Label title = new Label();
    private final Label empty = new Label();

    public RewriteListView(TimelineViewModel model) {
        this.model = model;
        Theme.applyTo(this);
        getStyleClass().add("rewrite-list");
        list = new ListView<>(model.rewrites());
        list.setId("rewrites");
        list.setAccessibleText(Words.say("rewrites.accessible"));
        list.setCellFactory(_ -> new RewriteCell());
        list.setPlaceholder(empty);
        empty.setWrapText(true);
        title.getStyleClass().add("panel-title");
        setTop(title);
        setCenter(list);
        list.getSelectionModel().selectedIndexProperty().subscribe(index -> {
            if (index.intValue() >= 0) {
                model.rewriteProperty().set(index.intValue());
            }
        });
        model.rewriteProperty().subscribe(_ -> showSelection());
        model.versionProperty().subscribe(_ -> showTitle());
        model.rewrites().subscribe(this::showTitle);
    }

    private void showSelection() {
        int selected = model.rewriteProperty().get();
        if (selected == TimelineViewModel.WHOLE_PASS) {
            list.getSelectionModel().clearSelection();
        } else {
            list.getSelectionModel().select(selected);
            list.scrollTo(Math.max(0, selected - 2));
        }
    }

    private void showTitle() {
        title.setText(model.selectedRun()
                .map(run ->
                        Words.say("rewrites.title", run.pass(), model.rewrites().size()))
                .orElse(Words.say("rewrites.ofInput")));
        empty.setText(model.selectedRun().map(RewriteListView::whyEmpty).orElse(Words.say("rewrites.selectPass")));
    }

    private static String whyEmpty(PassRun run) {
        return switch (run.status()) {
            case OFF -> Words.say("rewrites.off", run.pass());
            case FAILED -> Words.say("rewrites.failed", run.pass(), String.valueOf(run.failure()));
            case CHANGED -> Words.say("rewrites.notRecorded", run.pass());
            case UNCHANGED -> Words.say("rewrites.none", run.pass(), run.declined(), pairsRefused(run));
        };
    }

    private static long pairsRefused(PassRun run) {
        return run.events().stream()
                .filter(each -> each instanceof FusionConsidered considered
                        && !considered.decision().isAllowed())
                .count();
    }

    /** The rule, and what became of what. */
    private static final class RewriteCell extends ListCell<Rewritten> {
        /** The scroll bar and the cell's own margins. */
        private static final double SIDES = 34;

        private final Label rule = new Label();
        private final Text change = new Text();
        private final VBox content = new VBox(rule, change);

        RewriteCell() {
            rule.getStyleClass().add("rewrite-rule");
            change.getStyleClass().add("rewrite-change");
            content.setMinWidth(0);
            content.setPrefWidth(0);
            listViewProperty().subscribe(shown -> {
                if (shown != null) {
                    change.wrappingWidthProperty().bind(shown.widthProperty().subtract(SIDES));
                }
            });
        }

        @Override
        protected void updateItem(@Nullable Rewritten item, boolean isEmpty) {
            super.updateItem(item, isEmpty);
            setText(null);
            setGraphic(isEmpty || item == null ? null : content);
            if (item != null) {
                rule.setText(Words.say("rewrites.item", getIndex() + 1, item.rule()));
                change.setText(item.snapshot());
            }
        }
    }
}
