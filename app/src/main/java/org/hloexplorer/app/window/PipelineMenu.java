package org.hloexplorer.app.window;

import java.util.Set;
import javafx.scene.Node;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.Region;
import org.hloexplorer.app.workbench.TimelineModel;
import org.hloexplorer.pipeline.HloPassPipeline;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.catalog.Pipelines;

/** The choice of the pipeline, and the way back from what was switched off. */
final class PipelineMenu {
    private final TimelineModel timeline;
    private final MenuButton menu = new MenuButton();

    PipelineMenu(TimelineModel timeline) {
        this.timeline = timeline;
        menu.setId("pipeline");
        menu.getStyleClass().add("flat");
        menu.setMinWidth(Region.USE_PREF_SIZE);
        var group = new ToggleGroup();
        for (var pipeline : Pipelines.ALL) {
            menu.getItems().add(item(pipeline, group));
        }
        var all = new MenuItem(Words.say("pipeline.all"));
        all.setId("pipeline-all");
        all.setOnAction(_ -> timeline.change(PipelineMenu::withEverything));
        menu.getItems().addAll(new SeparatorMenuItem(), all);
        timeline.settingsProperty()
                .subscribe(settings -> menu.setText(
                        Words.say("pipeline.of", settings.pipeline().name())));
    }

    Node node() {
        return menu;
    }

    private RadioMenuItem item(HloPassPipeline pipeline, ToggleGroup group) {
        var item = new RadioMenuItem("%s  ·  %s".formatted(pipeline.name(), pipeline.summary()));
        item.setId("pipeline-" + pipeline.name());
        item.setToggleGroup(group);
        item.setSelected(timeline.settingsProperty().get().pipeline().equals(pipeline));
        item.setOnAction(_ -> timeline.change(settings -> settings.withPipeline(pipeline)));
        return item;
    }

    private static PipelineSettings withEverything(PipelineSettings settings) {
        return settings.withDisabledPasses(Set.of()).withDisabledRules(Set.of());
    }
}
