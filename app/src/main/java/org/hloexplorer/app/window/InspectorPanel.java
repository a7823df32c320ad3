package org.hloexplorer.app.window;

import java.nio.file.Path;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.scene.control.Button;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.hloexplorer.app.workbench.CompareModel.Shown;
import org.hloexplorer.app.workbench.SelectionTrail;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.pipeline.dump.DumpStep;
import org.hloexplorer.visualizers.inspector.ComparedPair;
import org.hloexplorer.visualizers.inspector.InspectorView;
import org.hloexplorer.visualizers.inspector.InspectorViewModel;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** The inspector, joined to the selection and the passes of the workbench. */
final class InspectorPanel {
    private final BorderPane pane = new BorderPane();

    InspectorPanel(Workbench workbench) {
        var model = new InspectorViewModel(workbench.background());
        var view = new InspectorView(model);
        view.setOnVersion(workbench.timeline()::select);
        model.selectionProperty().bindBidirectional(workbench.selection().pathProperty());
        model.selectedEdgeProperty().bindBidirectional(workbench.selection().edgeProperty());
        workbench.timeline().runProperty().subscribe(model::show);
        workbench.comparison().shownProperty().subscribe(shown -> model.showPair(pair(workbench, shown)));
        pane.setMinWidth(0);
        pane.getStyleClass().add("panel");
        pane.setTop(trail(workbench.selection().trail()));
        pane.setCenter(view);
        pane.setBottom(new FusionChooser(workbench).node());
    }

    private static HBox trail(SelectionTrail trail) {
        var bar = new HBox(
                step("select.back", "mdi2a-arrow-left", trail.hasBeforeProperty(), trail::back),
                step("select.forward", "mdi2a-arrow-right", trail.hasAfterProperty(), trail::forward));
        bar.getStyleClass().add("inspector-trail");
        return bar;
    }

    private static Button step(String command, String icon, ReadOnlyBooleanProperty isPossible, Runnable action) {
        var button = new Button();
        var words = Words.say("command." + command);
        button.setId(command.replace('.', '-'));
        button.setGraphic(new FontIcon(icon));
        button.getStyleClass().addAll("flat", "small");
        button.setAccessibleText(words);
        button.setTooltip(new Tooltip(words));
        button.setFocusTraversable(false);
        button.disableProperty().bind(isPossible.not());
        button.setOnAction(_ -> action.run());
        return button;
    }

    private static @Nullable ComparedPair pair(Workbench workbench, @Nullable Shown shown) {
        var run = workbench.timeline().runProperty().get();
        var compared = workbench.comparison().comparedProperty().get();
        if (shown == null || run == null || compared == null) {
            return null;
        }
        var step = shown.row().step();
        var left = name("compare.side.left", compared.left(), step.left() == null ? step.right() : step.left());
        var right = name("compare.side.right", compared.right(), step.right() == null ? step.left() : step.right());
        return new ComparedPair(
                shown.pair().left(),
                step.left() == null ? right : left,
                shown.pair().right(),
                step.right() == null ? left : right,
                StageViews.versionOfPair(run));
    }

    private static String name(String key, Path folder, @Nullable DumpStep step) {
        return Words.say(key, folder, step == null ? "" : step.file().getFileName());
    }

    Region node() {
        return pane;
    }
}
