package org.hloexplorer.app.workbench;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.buffers.LayoutComparison;
import org.hloexplorer.pipeline.transforms.layout.ConvolutionOrder;
import org.hloexplorer.pipeline.transforms.layout.LayoutOptions;
import org.jspecify.annotations.Nullable;

/** The open program with its images as NCHW, as NHWC and as they are written: what each costs, and which one is chosen. */
public final class LayoutModel {
    private static final String COMPARE = "layouts";

    private final TimelineModel timeline;
    private final Tasks tasks;
    private final ReadOnlyObjectWrapper<@Nullable LayoutComparison> comparison = new ReadOnlyObjectWrapper<>();
    private final ReadOnlyStringWrapper reason = new ReadOnlyStringWrapper("");
    private boolean isWanted;

    LayoutModel(TimelineModel timeline, Tasks tasks) {
        this.timeline = timeline;
        this.tasks = tasks;
        timeline.runProperty().subscribe(this::compiled);
    }

    /** From now on the comparison follows the program. */
    public void compare() {
        isWanted = true;
        compiled(timeline.runProperty().get());
    }

    private void compiled(@Nullable PipelineRun run) {
        if (!isWanted) {
            return;
        }
        if (run == null) {
            tasks.cancel(COMPARE);
            comparison.set(null);
        } else if (run.lineage() == PipelineRun.Lineage.GUESSED) {
            show(null, "XLA chose the layouts of a dump; edit the text of the program, and the choice is yours.");
        } else {
            compare(run);
        }
    }

    private void compare(PipelineRun run) {
        var settings = timeline.settingsProperty().get();
        tasks.start(
                COMPARE,
                "layouts",
                progress -> LayoutComparison.of(run.input(), settings, timeline.runner(), progress.cancellation()),
                new Tasks.Outcome<>() {
                    @Override
                    public void succeeded(LayoutComparison result) {
                        show(result, "");
                    }

                    @Override
                    public void failed(Exception exception) {
                        show(null, String.valueOf(exception.getMessage()));
                    }

                    @Override
                    public void cancelled() {
                        isWanted = false;
                    }
                });
    }

    private void show(@Nullable LayoutComparison found, String why) {
        comparison.set(found);
        reason.set(why);
    }

    /** Has the pipeline lay images like that from now on. */
    public void choose(ConvolutionOrder order) {
        timeline.change(settings -> order == ConvolutionOrder.AUTO
                ? SettingChange.withoutKnob(LayoutOptions.CONVOLUTION.name(), settings)
                : settings.withOption(LayoutOptions.CONVOLUTION.name(), order.toString()));
    }

    /** The order that is chosen. */
    public ConvolutionOrder chosen() {
        var text = timeline.settingsProperty().get().optionValues().get(LayoutOptions.CONVOLUTION.name());
        return text == null
                ? ConvolutionOrder.AUTO
                : LayoutOptions.CONVOLUTION.parse().apply(text);
    }

    /** What each order costs; null while that is not known. */
    public ReadOnlyObjectProperty<@Nullable LayoutComparison> comparisonProperty() {
        return comparison.getReadOnlyProperty();
    }

    /** Why there is no comparison, in a sentence; empty where there is one, or none was asked for. */
    public ReadOnlyStringProperty reasonProperty() {
        return reason.getReadOnlyProperty();
    }
}
