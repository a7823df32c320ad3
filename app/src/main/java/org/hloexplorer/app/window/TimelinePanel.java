package org.hloexplorer.app.window;

import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.hloexplorer.app.workbench.Step;
import org.hloexplorer.app.workbench.TimelineModel;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.PassRegistry;
import org.hloexplorer.visualizers.timeline.RewriteListView;
import org.hloexplorer.visualizers.timeline.TimelineView;
import org.hloexplorer.visualizers.timeline.TimelineViewModel;
import org.jspecify.annotations.Nullable;

/** The timeline and the list of rewrites, joined to the passes of the workbench. */
final class TimelinePanel {
    private final TimelineModel timeline;
    private final TimelineViewModel model = new TimelineViewModel();
    private final TimelineView view = new TimelineView(model);
    private final RewriteListView rewrites = new RewriteListView(model);
    private final Label hint = new Label(Words.say("timeline.hint"));
    private final VBox panel = new VBox(view, hint);
    private boolean following;

    TimelinePanel(TimelineModel timeline, WindowMemory memory) {
        this.timeline = timeline;
        panel.setId("timeline-panel");
        var registry = timeline.runner().registry();
        view.setSummaries(pass -> registry.find(pass).map(HloPass::summary).orElse(""));
        model.setChangesValues(rule -> changesValues(registry, rule));
        timeline.runProperty().subscribe(run -> follow(() -> model.show(run)));
        timeline.stepProperty().subscribe(step -> follow(() -> show(step)));
        model.versionProperty().subscribe(version -> lead(() -> timeline.select(version.intValue())));
        model.setOnRewrite((_, rewrite) -> lead(() -> selectRewrite(rewrite)));
        model.setOnToggle(
                (pass, occurrence) -> timeline.change(settings -> settings.togglingPass(pass + "#" + occurrence)));
        showHint(memory);
    }

    Region node() {
        return panel;
    }

    Region rewrites() {
        return rewrites;
    }

    TimelineViewModel model() {
        return model;
    }

    private static boolean changesValues(PassRegistry registry, String rule) {
        return registry.passes().stream()
                .flatMap(pass -> pass.rules().stream())
                .anyMatch(each -> each.name().equals(rule) && each.effect() == Effect.DOMAIN);
    }

    /** The view follows the workbench: what it reports meanwhile is no wish of the user. */
    private void follow(Runnable change) {
        following = true;
        change.run();
        following = false;
    }

    private void lead(Runnable change) {
        if (!following) {
            change.run();
        }
    }

    private void show(@Nullable Step step) {
        if (step != null) {
            model.versionProperty().set(step.version());
            var rewrite = step.rewrite();
            model.rewriteProperty().set(rewrite == null ? TimelineViewModel.WHOLE_PASS : rewrite);
        }
    }

    private void selectRewrite(int rewrite) {
        if (rewrite == TimelineViewModel.WHOLE_PASS) {
            timeline.select(model.versionProperty().get());
        } else {
            timeline.selectRewrite(rewrite);
        }
    }

    /** Stays until the user has found the way, which is for good. */
    private void showHint(WindowMemory memory) {
        hint.setId("timeline-hint");
        hint.getStyleClass().add("hint");
        hint.setMaxWidth(Double.MAX_VALUE);
        hint.setMinWidth(0);
        setHintShown(!memory.get("hint.timeline", "").equals("known"));
        model.versionProperty()
                .subscribe((_, _) -> lead(() -> {
                    memory.put("hint.timeline", "known");
                    setHintShown(false);
                }));
    }

    private void setHintShown(boolean shown) {
        hint.setVisible(shown);
        hint.setManaged(shown);
    }
}
