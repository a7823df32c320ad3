package org.hloexplorer.app.workbench;

import java.nio.file.Path;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.PassRunListener;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.hloexplorer.pipeline.dump.DumpTimeline;
import org.hloexplorer.pipeline.fusion.CanonicalFusion;
import org.hloexplorer.pipeline.fusion.FusionComparison;
import org.hloexplorer.pipeline.fusion.FusionEstimate;
import org.jspecify.annotations.Nullable;

/**
 * The fusions of the program beside those it had before a change, has without fusion, with another pipeline, or in another
 * file or dump; what that is estimated to cost, and on request what it costs when run.
 */
public final class FusionStudy {
    private static final String COMPARE = "fusion-sets";
    private static final String MEASURE = "fusion-times";

    /** What is compared with. */
    public sealed interface Left {

        /** The run before the last change of settings or text; what is unfused until there was a change. */
        record LastRun() implements Left {}

        /** The program just before the first fusion. */
        record Unfused() implements Left {}

        /** The same program after another pipeline. */
        record Pipeline(String name) implements Left {}

        /** Another file or dump folder. */
        record Other(String argument) implements Left {}
    }

    /** Two versions side by side; the name says what the left one is. */
    public record Comparison(
            String leftName,
            HloModule left,
            HloModule right,
            int kernelsLeft,
            int kernelsRight,
            FusionEstimate estimate,
            FusionComparison sets) {}

    /** Where the measurement stands. */
    public sealed interface Measurement {
        record None() implements Measurement {}

        record Running() implements Measurement {}

        record Done(PairedTimes times, String sentence) implements Measurement {}

        record Failed(String reason) implements Measurement {}
    }

    private final TimelineModel timeline;
    private final Sources sources;
    private final Devices devices;
    private final Tasks tasks;
    private final LogModel log;
    private final ObjectProperty<Left> left = new SimpleObjectProperty<>(new Left.LastRun());
    private final ReadOnlyObjectWrapper<@Nullable Comparison> comparison = new ReadOnlyObjectWrapper<>();
    private final ReadOnlyObjectWrapper<Measurement> measurement = new ReadOnlyObjectWrapper<>(new Measurement.None());
    private @Nullable PipelineRun current;
    private @Nullable PipelineRun previous;

    FusionStudy(TimelineModel timeline, Sources sources, Devices devices, Tasks tasks, LogModel log) {
        this.timeline = timeline;
        this.sources = sources;
        this.devices = devices;
        this.tasks = tasks;
        this.log = log;
        timeline.runProperty().subscribe(this::ran);
        left.subscribe(_ -> compare());
    }

    /** What is compared with. */
    public ObjectProperty<Left> leftProperty() {
        return left;
    }

    /** The last comparison; null while there is none. */
    public ReadOnlyObjectProperty<@Nullable Comparison> comparisonProperty() {
        return comparison.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Measurement> measurementProperty() {
        return measurement.getReadOnlyProperty();
    }

    private void ran(@Nullable PipelineRun run) {
        previous = run == null ? null : current;
        current = run;
        compare();
    }

    private void compare() {
        tasks.cancel(COMPARE);
        tasks.cancel(MEASURE);
        measurement.set(new Measurement.None());
        var run = current;
        if (run == null) {
            comparison.set(null);
            return;
        }
        var wanted = left.get();
        var before = previous;
        tasks.start(
                COMPARE,
                "comparing fusions",
                progress -> compare(wanted, run, before, progress),
                new Tasks.Outcome<Comparison>() {
                    @Override
                    public void succeeded(Comparison result) {
                        comparison.set(result);
                    }

                    @Override
                    public void failed(Exception exception) {
                        comparison.set(null);
                        log.error("The fusions cannot be compared: " + exception.getMessage());
                    }
                });
    }

    private Comparison compare(Left wanted, PipelineRun run, @Nullable PipelineRun before, Progress progress)
            throws Exception {
        var named = switch (wanted) {
            case Left.LastRun _ when before != null -> new Named("before the last change", before.output());
            case Left.LastRun _, Left.Unfused _ -> new Named("before fusion", ProgramSummary.unfused(run));
            case Left.Pipeline(var name) -> new Named(name + " pipeline", compiled(run.input(), name, progress));
            case Left.Other(var argument) -> new Named(argument, read(argument, progress));
        };
        var right = run.output();
        return new Comparison(
                named.name(),
                named.module(),
                right,
                ProgramSummary.kernels(named.module()),
                ProgramSummary.kernels(right),
                ProgramSummary.estimate(named.module(), right),
                FusionComparison.of(named.module(), right));
    }

    private record Named(String name, HloModule module) {}

    private HloModule compiled(HloModule input, String pipeline, Progress progress) {
        var settings = PipelineSettings.of(Pipelines.named(pipeline).orElseThrow());
        return timeline.runner()
                .run(input, settings, progress.cancellation(), reporting(progress))
                .output();
    }

    /** A program in which nothing is fused yet goes through the pipeline that is on; one that XLA compiled is left as it is. */
    private HloModule read(String argument, Progress progress) throws Exception {
        if (Dumps.isOne(argument)) {
            var dumped = Dumps.open(Path.of(argument)).programs().stream()
                    .findFirst()
                    .orElseThrow(() -> new SourceException(
                            SourceException.Kind.NOT_SUPPORTED, argument + " holds no module that was dumped."));
            return DumpTimeline.read(dumped, progress.cancellation(), (_, _, step) -> progress.report(step.title()))
                    .output();
        }
        var module = ProgramReader.read(sources.read(argument))
                .whole()
                .orElseThrow(() -> new SourceException(
                        SourceException.Kind.NOT_SUPPORTED, argument + " has errors: hlox check tells them."));
        return CanonicalFusion.allOf(module).isEmpty()
                ? timeline.runner()
                        .run(module, timeline.settingsProperty().get(), progress.cancellation(), reporting(progress))
                        .output()
                : module;
    }

    private static PassRunListener reporting(Progress progress) {
        return new PassRunListener() {
            @Override
            public void started(int index, String pass) {
                progress.report(pass);
            }
        };
    }

    /** Runs both sides on the CPU, in turns. */
    public void measure() {
        var compared = comparison.get();
        if (compared == null) {
            log.warn("There is no program without errors to measure.");
            return;
        }
        measurement.set(new Measurement.Running());
        var meter = new FusionMeter(devices.cpuKernelByKernel());
        tasks.start(
                MEASURE,
                "measuring on the CPU",
                progress -> meter.measure(compared.left(), compared.right(), progress),
                new Tasks.Outcome<FusionMeter.Result>() {
                    @Override
                    public void succeeded(FusionMeter.Result result) {
                        log.info("%s → now: %s".formatted(compared.leftName(), result.sentence()));
                        measurement.set(new Measurement.Done(result.times(), result.sentence()));
                    }

                    @Override
                    public void failed(Exception exception) {
                        measurement.set(new Measurement.Failed(
                                Optional.ofNullable(exception.getMessage()).orElse("The CPU cannot run this.")));
                    }

                    @Override
                    public void cancelled() {
                        measurement.set(new Measurement.None());
                    }
                });
    }
}
