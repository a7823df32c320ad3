package org.hloexplorer.app.window;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javafx.geometry.HPos;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.hloexplorer.app.workbench.LayoutModel;
import org.hloexplorer.app.workbench.TimelineModel;
import org.hloexplorer.pipeline.buffers.LayoutComparison;
import org.hloexplorer.pipeline.buffers.LayoutComparison.Choice;
import org.hloexplorer.pipeline.buffers.LayoutCost;
import org.hloexplorer.pipeline.transforms.layout.ConvolutionOrder;
import org.jspecify.annotations.Nullable;

/** The switch between NCHW and NHWC, and what each costs the program. */
final class LayoutPanel {
    private static final List<String> COLUMNS = List.of("order", "copies", "moved", "padding");

    private final LayoutModel model;
    private final Map<ConvolutionOrder, ToggleButton> switches = new EnumMap<>(ConvolutionOrder.class);
    private final GridPane table = new GridPane(18, 4);
    private final VBox images = new VBox(2);
    private final Label reason = new Label();
    private final BorderPane pane = new BorderPane();

    LayoutPanel(LayoutModel model, TimelineModel timeline) {
        this.model = model;
        pane.setId("layouts");
        pane.setMinHeight(0);
        pane.setTop(head());
        reason.setId("layout-reason");
        reason.setWrapText(true);
        reason.textProperty().bind(model.reasonProperty());
        reason.managedProperty().bind(reason.textProperty().isNotEmpty());
        for (int column = 0; column < COLUMNS.size(); column++) {
            var constraints = new ColumnConstraints();
            constraints.setHalignment(column == 0 ? HPos.LEFT : HPos.RIGHT);
            table.getColumnConstraints().add(constraints);
        }
        table.setId("layout-table");
        images.setId("layout-images");
        var body = new VBox(10, reason, table, images);
        body.setPadding(new Insets(4, 12, 8, 12));
        var scroll = new ScrollPane(body);
        scroll.setFitToWidth(true);
        pane.setCenter(scroll);
        model.comparisonProperty().subscribe(this::show);
        timeline.settingsProperty().subscribe(_ -> showChosen());
    }

    Region node() {
        return pane;
    }

    private Node head() {
        var group = new ToggleGroup();
        var row = new HBox();
        for (var order : ConvolutionOrder.values()) {
            var button = new ToggleButton(Words.say("layouts." + order));
            button.setId("layout-" + order);
            button.setToggleGroup(group);
            button.setMinWidth(Region.USE_PREF_SIZE);
            button.getStyleClass().add("small");
            button.setOnAction(_ -> {
                // A second click on the order that is on must not turn it off.
                showChosen();
                model.choose(order);
                model.compare();
            });
            switches.put(order, button);
            row.getChildren().add(button);
        }
        var title = new Label(Words.say("layouts.title"));
        title.setWrapText(true);
        title.setMinWidth(0);
        HBox.setHgrow(title, Priority.ALWAYS);
        var head = new HBox(12, row, title);
        head.setAlignment(Pos.CENTER_LEFT);
        head.setPadding(new Insets(8, 12, 4, 12));
        return head;
    }

    private void showChosen() {
        switches.forEach((order, button) -> button.setSelected(order == model.chosen()));
        show(model.comparisonProperty().get());
    }

    private void show(@Nullable LayoutComparison comparison) {
        table.getChildren().clear();
        images.getChildren().clear();
        if (comparison == null) {
            return;
        }
        table.addRow(0, heads());
        for (int i = 0; i < comparison.choices().size(); i++) {
            addRow(i + 1, comparison.choices().get(i));
        }
        comparison.choices().forEach(this::addImages);
        images.getChildren().add(muted(Words.say("layouts.source", LayoutCost.SOURCE)));
    }

    private static Node[] heads() {
        var heads = new ArrayList<Node>();
        for (var column : COLUMNS) {
            heads.add(muted(Words.say("layouts.column." + column)));
        }
        return heads.toArray(Node[]::new);
    }

    private void addRow(int row, Choice choice) {
        var cost = choice.cost();
        var name = new Label(Words.say("layouts." + choice.order()));
        if (choice.order() == model.chosen()) {
            name.getStyleClass().add("text-bold");
        }
        table.addRow(
                row,
                name,
                new Label("%,d".formatted(cost.copies())),
                new Label(Words.say("layouts.bytes", cost.bytesMoved())),
                new Label(Words.say("layouts.bytes", cost.padding())));
    }

    private void addImages(Choice choice) {
        for (var image : choice.cost().images()) {
            var line = new Label(Words.say("layouts.image", Words.say("layouts." + choice.order()), image.toText()));
            line.setWrapText(true);
            images.getChildren().add(line);
        }
    }

    private static Label muted(String text) {
        var label = new Label(text);
        label.getStyleClass().add("text-muted");
        return label;
    }
}
