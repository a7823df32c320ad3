package org.hloexplorer.visualizers.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.visualizers.Pictures;
import org.hloexplorer.visualizers.Programs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

@ExtendWith(ApplicationExtension.class)
@SuppressWarnings("NullAway.Init") // start() sets the fields.
final class TimelineViewTests {
    private final List<String> toggled = new ArrayList<>();
    private TimelineViewModel model;
    private Stage stage;

    @Start
    void start(Stage primary) {
        stage = primary;
        model = new TimelineViewModel();
        model.setOnToggle((pass, occurrence) -> toggled.add(pass + "#" + occurrence));
        var view = new TimelineView(model);
        view.setSummaries(pass -> "What " + pass + " is for.");
        model.show(Programs.timeline());
        Pictures.show(stage, new VBox(view, new RewriteListView(model)), 900, 300);
    }

    @Test
    void clicksAndKeysStep(FxRobot robot) {
        robot.clickOn("#pass-0");
        assertThat(model.versionProperty().get()).isEqualTo(1);
        robot.interact(() -> Pictures.take(stage, "timeline"));
        robot.push(KeyCode.SHIFT, KeyCode.RIGHT);
        assertThat(model.versionProperty().get()).isEqualTo(3);
        robot.push(KeyCode.LEFT);
        assertThat(model.versionProperty().get()).isEqualTo(2);
        robot.push(KeyCode.T);
        assertThat(toggled).containsExactly("dce#1");
    }

    @Test
    void hoveringOffersTheToggle(FxRobot robot) {
        robot.moveTo("#pass-2");
        robot.clickOn("#toggle-2");
        assertThat(toggled).containsExactly("fusion#1");
    }

    @Test
    void aRewriteCanBeSelected(FxRobot robot) {
        robot.clickOn("#pass-2");
        robot.push(KeyCode.DOWN);
        assertThat(model.rewriteProperty().get()).isZero();
        robot.clickOn("#pass-0");
        assertThat(model.rewriteProperty().get()).isEqualTo(TimelineViewModel.WHOLE_PASS);
        robot.clickOn("1 · maximum-minus-infinity");
        assertThat(model.rewriteProperty().get()).isZero();
    }

    @Test
    void aFusionPassThatFusesNothingCountsThePairsItRefused(FxRobot robot) {
        var module = HloParser.parseOrThrow("""
                HloModule m

                ENTRY main {
                  x = f32[64] parameter(0)
                  e = f32[64] exponential(x)
                  a = f32[64] negate(e)
                  b = f32[64] floor(e)
                  ROOT t = (f32[64], f32[64]) tuple(a, b)
                }
                """);
        var run = new PassRunner(Passes.REGISTRY, ModuleCheck.NONE)
                .run(module, PipelineSettings.of(Passes.REGISTRY.pipelineOf("fusion")));
        robot.interact(() -> {
            model.show(run);
            model.versionProperty().set(1);
        });

        ListView<?> list = robot.lookup("#rewrites").query();
        assertThat(((Label) list.getPlaceholder()).getText())
                .startsWith("fusion found nothing to rewrite; it refused to fuse 4 pairs.");
    }
}
