package org.hloexplorer.visualizers.kernels;

import java.util.ArrayList;
import java.util.Collections;
import javafx.beans.property.ObjectProperty;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.SplitPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.visualizers.CodePane;
import org.hloexplorer.visualizers.Theme;
import org.hloexplorer.visualizers.Words;
import org.jspecify.annotations.Nullable;

/** The kernels of the compiled program: what runs them, why not the device itself, and their code stage by stage. */
public final class KernelsView extends BorderPane {
    private final KernelsViewModel model;
    private final ListView<KernelDescription> list;
    private final FlowPane stages = new FlowPane(6, 4);
    private final Label fallback = new Label();
    private final CodePane code = new CodePane("kernel-code", Words.say("kernels.code"));

    public KernelsView(KernelsViewModel model) {
        this.model = model;
        Theme.applyTo(this);
        setId("kernels");
        list = new ListView<>(model.kernels());
        list.setId("kernel-list");
        list.setAccessibleText(Words.say("kernels.accessible"));
        var empty = new Label(Words.say("kernels.empty"));
        empty.setWrapText(true);
        list.setPlaceholder(empty);
        list.setCellFactory(_ -> new KernelCell());
        list.getSelectionModel().selectedItemProperty().subscribe(chosen -> {
            if (chosen != null) {
                model.kernelProperty().set(chosen);
            }
        });
        fallback.setId("kernel-fallback");
        fallback.getStyleClass().add("fallback");
        fallback.setWrapText(true);
        stages.getStyleClass().add("filter-bar");
        var right = new BorderPane(code);
        right.setTop(new VBox(stages, fallback));
        var split = new SplitPane(list, right);
        split.setDividerPositions(0.28);
        setCenter(split);
        model.kernelProperty().subscribe(this::showKernel);
        model.textProperty().subscribe(this::showText);
        model.selectionProperty().subscribe(_ -> markSelection());
        code.getContent()
                .setOnMouseClicked(_ -> model.selectAt(code.getContent().getCurrentParagraph()));
    }

    private void showKernel(@Nullable KernelDescription kernel) {
        list.getSelectionModel().select(kernel);
        var reason = kernel == null ? null : kernel.fallback() == null ? kernel.remark() : kernel.fallback();
        boolean isFallback = kernel != null && kernel.fallback() != null;
        fallback.setText(reason == null ? "" : isFallback ? Words.say("kernels.fallback", reason) : reason);
        fallback.setVisible(reason != null);
        fallback.setManaged(reason != null);
        stages.getChildren().clear();
        if (kernel == null) {
            return;
        }
        var group = new ToggleGroup();
        for (var listing : kernel.code()) {
            var button = new ToggleButton(listing.stage());
            // Stages are names of files too, in which an underscore marks no key.
            button.setMnemonicParsing(false);
            button.setToggleGroup(group);
            button.setMinWidth(Region.USE_PREF_SIZE);
            button.setSelected(listing.equals(model.listingProperty().get()));
            button.setOnAction(_ -> {
                button.setSelected(true);
                model.stageProperty().set(listing.stage());
            });
            stages.getChildren().add(button);
        }
        var engine = new Label(kernel.engine());
        engine.getStyleClass().add("muted");
        stages.getChildren().add(engine);
    }

    private void showText(String text) {
        code.show(text, CodeTokens.of(text));
        markSelection();
    }

    private void markSelection() {
        var lines = model.linesOfSelection();
        var classes = new ArrayList<>(
                Collections.nCopies(code.getContent().getParagraphs().size(), ""));
        for (int line : lines) {
            if (line < classes.size()) {
                classes.set(line, "selected-line");
            }
        }
        code.markLines(classes);
        if (!lines.isEmpty()) {
            code.reveal(lines.getFirst());
        }
    }

    public ObjectProperty<@Nullable HloPath> selectionProperty() {
        return model.selectionProperty();
    }

    /** Name, engine, and a mark where the reference had to stand in. */
    private static final class KernelCell extends ListCell<KernelDescription> {
        private final Label name = new Label();
        private final Label engine = new Label();
        private final VBox content = new VBox(name, engine);

        KernelCell() {
            name.getStyleClass().add("rewrite-rule");
            engine.getStyleClass().add("muted");
            content.setMinWidth(0);
            content.setPrefWidth(0);
        }

        @Override
        protected void updateItem(@Nullable KernelDescription kernel, boolean isEmpty) {
            super.updateItem(kernel, isEmpty);
            setGraphic(isEmpty || kernel == null ? null : content);
            if (kernel != null) {
                name.setText(kernel.name());
                engine.setText(
                        kernel.fallback() == null ? kernel.engine() : Words.say("kernels.fellBack", kernel.engine()));
            }
        }
    }
}
