package org.hloexplorer.app.window;

import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import javafx.scene.Node;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.CustomMenuItem;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Region;
import org.hloexplorer.app.workbench.SettingChange;
import org.hloexplorer.app.workbench.TimelineModel;
import org.hloexplorer.app.workbench.UserPipelines;
import org.hloexplorer.pipeline.HloPassPipeline;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;

/** The choice of the pipeline, its rules and knobs, and the way back from what was switched off. */
final class PipelineMenu {
    private final TimelineModel timeline;
    private final MenuButton menu = new MenuButton();
    private final Tooltip tip = new Tooltip();
    private final TextField name = new TextField();
    private final TextField change = new TextField();

    PipelineMenu(TimelineModel timeline) {
        this.timeline = timeline;
        menu.setId("pipeline");
        // Names of modules have underscores, which are no mnemonics.
        menu.setMnemonicParsing(false);
        menu.getStyleClass().add("flat");
        menu.setMinWidth(Region.USE_PREF_SIZE);
        prepare(name, "pipeline-save", "pipeline.save", this::save);
        prepare(change, "pipeline-change", "pipeline.rules", this::change);
        menu.setOnShowing(_ -> fill());
        fill();
        menu.setTooltip(tip);
        timeline.settingsProperty().subscribe(_ -> name());
        timeline.runProperty().subscribe(_ -> name());
    }

    /** What made the timeline that is shown: the pipeline, or XLA where it is a dump. */
    private void name() {
        var run = timeline.runProperty().get();
        var chosen = timeline.settingsProperty().get().pipeline();
        boolean isDump = run != null && run.lineage() == PipelineRun.Lineage.GUESSED;
        menu.setText(isDump ? Words.say("pipeline.dumped", run.pipeline()) : Words.say("pipeline.of", chosen.name()));
        tip.setText(isDump ? Words.say("pipeline.dumped.tip", chosen.name()) : chosen.summary());
    }

    private static void prepare(TextField field, String id, String prompt, Runnable action) {
        field.setId(id);
        field.setPromptText(Words.say(prompt));
        field.setAccessibleText(Words.say(prompt));
        field.setPrefColumnCount(28);
        field.setOnAction(_ -> action.run());
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
        var verifying = new CheckMenuItem(Words.say("pipeline.verify"));
        verifying.setId("pipeline-verify");
        verifying.setSelected(timeline.settingsProperty().get().verify());
        verifying.setOnAction(_ -> timeline.change(settings -> settings.withVerify(!settings.verify())));
        var saving = new CustomMenuItem(name, false);
        saving.setId("pipeline-save-item");
        menu.getItems().addAll(new SeparatorMenuItem(), all, verifying, saving, new SeparatorMenuItem());
        addChanges(timeline.settingsProperty().get());
    }

    /** What was changed, each item taking its change back, and the field that changes more. */
    private void addChanges(PipelineSettings settings) {
        var changing = new CustomMenuItem(change, false);
        changing.setId("pipeline-change-item");
        menu.getItems().add(changing);
        settings.disabledRules().stream()
                .sorted()
                .forEach(rule -> menu.getItems()
                        .add(undo(Words.say("pipeline.rule.off", rule), each -> each.togglingRule(rule))));
        new TreeMap<>(settings.optionValues())
                .forEach((knob, value) -> menu.getItems()
                        .add(undo(
                                Words.say("pipeline.knob", knob, value),
                                each -> SettingChange.withoutKnob(knob, each))));
    }

    private MenuItem undo(String text, UnaryOperator<PipelineSettings> change) {
        var item = new CheckMenuItem(text);
        item.setSelected(true);
        item.setOnAction(_ -> timeline.change(change));
        return item;
    }

    private void change() {
        try {
            var changed = SettingChange.apply(
                    change.getText().strip(), timeline.settingsProperty().get(), Passes.REGISTRY);
            timeline.change(_ -> changed);
            change.setPromptText(Words.say("pipeline.rules"));
            menu.hide();
        } catch (IllegalArgumentException e) {
            change.setPromptText(e.getMessage());
        }
        change.clear();
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
