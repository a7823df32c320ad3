package org.hloexplorer.app.workbench;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PassRunListener;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.dump.DumpTimeline;
import org.hloexplorer.pipeline.dump.DumpedModule;
import org.hloexplorer.pipeline.fusion.FusionMarks;
import org.jspecify.annotations.Nullable;

/** The passes over the open module, how the user changed them, and which step is looked at. */
public final class TimelineModel {
    private static final String PIPELINE = "pipeline";
    private static final String REWRITE = "rewrite";

    private final PassRunner runner;
    private final Tasks tasks;
    private final LogModel log;
    private final ReadOnlyObjectWrapper<PipelineSettings> settings;
    private final ReadOnlyObjectWrapper<@Nullable PipelineRun> run = new ReadOnlyObjectWrapper<>();
    private final ReadOnlyObjectWrapper<@Nullable ProgramSummary> summary = new ReadOnlyObjectWrapper<>();
    private final ReadOnlyObjectWrapper<@Nullable Step> step = new ReadOnlyObjectWrapper<>();
    private @Nullable HloModule input;

    TimelineModel(PassRunner runner, PipelineSettings first, Tasks tasks, LogModel log) {
        this.runner = runner;
        this.settings = new ReadOnlyObjectWrapper<>(first);
        this.tasks = tasks;
        this.log = log;
    }

    public PassRunner runner() {
        return runner;
    }

    public ReadOnlyObjectProperty<PipelineSettings> settingsProperty() {
        return settings.getReadOnlyProperty();
    }

    /** The last finished run; null while there is none, and where the module has errors. */
    public ReadOnlyObjectProperty<@Nullable PipelineRun> runProperty() {
        return run.getReadOnlyProperty();
    }

    /** What the passes made of the program as a whole; null while there is no run. */
    public ReadOnlyObjectProperty<@Nullable ProgramSummary> summaryProperty() {
        return summary.getReadOnlyProperty();
    }

    /** What is looked at; null while there is no run. */
    public ReadOnlyObjectProperty<@Nullable Step> stepProperty() {
        return step.getReadOnlyProperty();
    }

    /** Runs the pipeline over another module; the step stays where it is, as far as it is still there. */
    public void run(HloModule module) {
        input = module;
        runAgain();
    }

    /** Shows what XLA dumped of a module, step by step, as though a pipeline had run here. */
    public void show(DumpedModule dump) {
        input = null;
        tasks.start(
                PIPELINE,
                "the dump of " + dump.name(),
                progress -> {
                    var result = DumpTimeline.read(
                            dump, progress.cancellation(), (_, _, step) -> progress.report(step.title()));
                    return new Compiled(result, ProgramSummary.of(result));
                },
                new Tasks.Outcome<>() {
                    @Override
                    public void succeeded(Compiled result) {
                        summary.set(result.summary());
                        TimelineModel.this.show(result.run());
                    }

                    @Override
                    public void failed(Exception exception) {
                        log.error("The dump cannot be shown: " + exception.getMessage());
                    }

                    @Override
                    public void cancelled() {
                        log.warn("Reading the dump was cancelled.");
                    }
                });
    }

    /** Shows nothing, as where there is no module. */
    public void clear() {
        tasks.cancel(PIPELINE);
        tasks.cancel(REWRITE);
        input = null;
        summary.set(null);
        run.set(null);
        step.set(null);
    }

    /** Changes how the pipeline runs, and runs it again. */
    public void change(UnaryOperator<PipelineSettings> change) {
        settings.set(change.apply(settings.get()));
        var shown = run.get();
        if (input != null) {
            runAgain();
        } else if (shown != null && shown.lineage() == PipelineRun.Lineage.GUESSED) {
            log.info("These passes ran in XLA and were dumped: they cannot run otherwise here. Edit the text of the "
                    + "program, and the pipeline runs on it.");
        }
    }

    private void runAgain() {
        var opened = input;
        var chosen = settings.get();
        if (opened == null) {
            return;
        }
        tasks.start(
                PIPELINE,
                "%s pipeline".formatted(chosen.pipeline().name()),
                progress -> {
                    var module = FusionMarks.write(opened, chosen.optionValues());
                    var result = runner.run(module, chosen, progress.cancellation(), reporting(progress));
                    return new Compiled(result, ProgramSummary.of(result));
                },
                new Tasks.Outcome<>() {
                    @Override
                    public void succeeded(Compiled result) {
                        summary.set(result.summary());
                        show(result.run());
                    }

                    @Override
                    public void failed(Exception exception) {
                        log.error(String.valueOf(exception.getMessage()));
                    }

                    @Override
                    public void cancelled() {
                        log.warn("The pipeline was cancelled; what is shown is from before.");
                    }
                });
    }

    private record Compiled(PipelineRun run, ProgramSummary summary) {}

    private static PassRunListener reporting(Progress progress) {
        return new PassRunListener() {
            @Override
            public void started(int index, String pass) {
                progress.report(pass);
            }
        };
    }

    private void show(PipelineRun finished) {
        var old = run.get();
        var before = step.get();
        tasks.cancel(REWRITE);
        run.set(finished);
        finished.notices().forEach(log::warn);
        finished.runs().stream()
                .map(PassRun::failure)
                .flatMap(failure -> Optional.ofNullable(failure).stream())
                .forEach(log::error);
        if (input != null && settings.get().verify()) {
            log.info("The module was checked after each of the %d passes that changed it."
                    .formatted(
                            finished.runs().stream().filter(PassRun::isChanging).count()));
        }
        int version = before == null || old == null
                ? firstChanging(finished)
                : counterpart(old, before.version(), finished).orElseGet(() -> firstChanging(finished));
        step.set(Step.of(finished, version));
    }

    private static int firstChanging(PipelineRun finished) {
        return finished.runs().stream()
                .filter(PassRun::isChanging)
                .findFirst()
                .map(each -> each.index() + 1)
                .orElse(0);
    }

    /** The version that stands where the user was looking: left by the same pass, the nearest of them. */
    private static Optional<Integer> counterpart(PipelineRun old, int version, PipelineRun finished) {
        if (version == 0) {
            return Optional.of(0);
        }
        var pass = old.runs().get(version - 1).pass();
        return finished.runs().stream()
                .filter(each -> each.pass().equals(pass))
                .map(each -> each.index() + 1)
                .min(Comparator.comparingInt(each -> Math.abs(each - version)));
    }

    /** Looks at what the pass run that left this version did; 0 is the input by itself. */
    public void select(int version) {
        var shown = run.get();
        if (shown != null && version >= 0 && version < shown.versions()) {
            tasks.cancel(REWRITE);
            step.set(Step.of(shown, version));
        }
    }

    /**
     * Looks at a run of this pass: the first that changed something, or else the first.
     *
     * @return whether there is one
     */
    public boolean select(String pass) {
        var shown = run.get();
        var found = (shown == null ? List.<PassRun>of() : shown.runs())
                .stream()
                        .filter(each -> each.pass().equals(pass))
                        .min(Comparator.comparing((PassRun each) -> !each.isChanging())
                                .thenComparingInt(PassRun::index));
        found.ifPresent(each -> select(each.index() + 1));
        return found.isPresent();
    }

    /** Looks at one rewrite, from 0, of the pass that is looked at: the pipeline is replayed up to it. */
    public void selectRewrite(int rewrite) {
        var shown = run.get();
        var current = step.get();
        if (shown == null || current == null || current.version() == 0) {
            return;
        }
        var pass = shown.runs().get(current.version() - 1);
        if (rewrite < 0 || rewrite >= pass.rewrites().size()) {
            return;
        }
        var replay = new RewriteReplay(runner, shown.input(), settings.get());
        tasks.start(
                REWRITE,
                "rewrite %d of %s".formatted(rewrite + 1, pass.pass()),
                progress -> replay.step(pass, rewrite, progress.cancellation()),
                new Tasks.Outcome<>() {
                    @Override
                    public void succeeded(Step result) {
                        step.set(result);
                    }

                    @Override
                    public void failed(Exception exception) {
                        log.error("The rewrite cannot be shown by itself: " + exception.getMessage());
                    }
                });
    }
}
