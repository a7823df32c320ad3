package org.hloexplorer.app.window;

import java.util.Set;
import javafx.scene.Node;
import javafx.scene.control.CustomMenuItem;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.Region;
import org.hloexplorer.app.workbench.TimelineModel;
import org.hloexplorer.app.workbench.UserPipelines;
import org.hloexplorer.pipeline.HloPassPipeline;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.catalog.Pipelines;

/** The choice of the pipeline, and the way back from what was switched off. */
final class PipelineMenu {
    private final TimelineModel timeline;
    private final MenuButton menu = new MenuButton();
    private final TextField name = new TextField();

    PipelineMenu(TimelineModel timeline) {
        this.timeline = timeline;
        menu.setId("pipeline");
        menu.getStyleClass().add("flat");
        menu.setMinWidth(Region.USE_PREF_SIZE);
        name.setId("pipeline-save");
        name.setPromptText(Words.say("pipeline.save"));
        name.setAccessibleText(Words.say("pipeline.save"));
        name.setPrefColumnCount(24);
        name.setOnAction(_ -> save());
        menu.setOnShowing(_ -> fill());
        fill();
        timeline.settingsProperty()
                .subscribe(settings -> menu.setText(
                        Words.say("pipeline.of", settings.pipeline().name())));
    }

    Node node() {
        return menu;
    }

    /** Anew each time it opens: others may have saved pipelines meanwhile. */
    private void fill() {
        var group = new ToggleGroup();
        menu.getItems().clear();
        Pipelines.ALL.forEach(pipeline -> menu.getItems().add(item(pipeline, group)));
        UserPipelines.names().forEach(saved -> menu.getItems().add(savedItem(saved, group)));
        var all = new MenuItem(Words.say("pipeline.all"));
        all.setId("pipeline-all");
        all.setOnAction(_ -> timeline.change(PipelineMenu::withEverything));
        var saving = new CustomMenuItem(name, false);
        saving.setId("pipeline-save-item");
        menu.getItems().addAll(new SeparatorMenuItem(), all, saving);
    }

    /** Read when it is chosen; a file that cannot be read says so in its place. */
    private MenuItem savedItem(String saved, ToggleGroup group) {
        try {
            return UserPipelines.find(saved)
                    .<MenuItem>map(pipeline -> item(pipeline, group))
                    .orElseGet(() -> new MenuItem(saved));
        } catch (IllegalArgumentException e) {
            var broken = new MenuItem("%s  ·  %s".formatted(saved, e.getMessage()));
            broken.setDisable(true);
            return broken;
        }
    }

    private void save() {
        try {
            var kept = timeline.settingsProperty().get().remainingPipeline();
            UserPipelines.save(name.getText().strip(), kept);
            UserPipelines.find(name.getText().strip())
                    .ifPresent(saved ->
                            timeline.change(settings -> withEverything(settings).withPipeline(saved)));
            name.setPromptText(Words.say("pipeline.save"));
            menu.hide();
        } catch (IllegalArgumentException e) {
            name.setPromptText(e.getMessage());
        }
        name.clear();
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
