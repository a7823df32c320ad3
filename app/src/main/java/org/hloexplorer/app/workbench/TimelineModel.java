package org.hloexplorer.app.workbench;

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

    /** What is looked at; null while there is no run. */
    public ReadOnlyObjectProperty<@Nullable Step> stepProperty() {
        return step.getReadOnlyProperty();
    }

    /** Runs the pipeline over another module; the step stays where it is, as far as it is still there. */
    public void run(HloModule module) {
        input = module;
        runAgain();
    }

    /** Shows nothing, as where there is no module. */
    public void clear() {
        tasks.cancel(PIPELINE);
        tasks.cancel(REWRITE);
        input = null;
        run.set(null);
        step.set(null);
    }

    /** Changes how the pipeline runs, and runs it again. */
    public void change(UnaryOperator<PipelineSettings> change) {
        settings.set(change.apply(settings.get()));
        if (input != null) {
            runAgain();
        }
    }

    private void runAgain() {
        var module = input;
        var chosen = settings.get();
        if (module == null) {
            return;
        }
        tasks.start(
                PIPELINE,
                "%s pipeline".formatted(chosen.pipeline().name()),
                progress -> runner.run(module, chosen, progress.cancellation(), reporting(progress)),
                new Tasks.Outcome<>() {
                    @Override
                    public void succeeded(PipelineRun result) {
                        show(result);
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

    private static PassRunListener reporting(Progress progress) {
        return new PassRunListener() {
            @Override
            public void started(int index, String pass) {
                progress.report(pass);
            }
        };
    }

    private void show(PipelineRun finished) {
        var before = step.get();
        tasks.cancel(REWRITE);
        run.set(finished);
        finished.notices().forEach(log::warn);
        finished.runs().stream()
                .map(PassRun::failure)
                .flatMap(failure -> Optional.ofNullable(failure).stream())
                .forEach(log::error);
        counterpart(finished, before)
                .or(() -> finished.runs().stream().filter(PassRun::isChanging).findFirst())
                .or(() -> finished.runs().stream().findFirst())
                .ifPresentOrElse(each -> step.set(Step.of(each)), () -> step.set(null));
    }

    /** The pass run that stands where the user was looking. */
    private static Optional<PassRun> counterpart(PipelineRun finished, @Nullable Step before) {
        if (before == null) {
            return Optional.empty();
        }
        var old = before.run();
        return finished.runs().stream()
                .filter(each -> each.pass().equals(old.pass()))
                .min((a, b) -> Integer.compare(Math.abs(a.index() - old.index()), Math.abs(b.index() - old.index())));
    }

    /** Looks at a pass run as a whole. */
    public void select(int passRun) {
        var shown = run.get();
        if (shown != null && passRun >= 0 && passRun < shown.runs().size()) {
            tasks.cancel(REWRITE);
            step.set(Step.of(shown.runs().get(passRun)));
        }
    }

    /** Looks at the first run of a pass, or says that there is none. */
    public boolean select(String pass) {
        var found = runs().stream()
                .filter(each -> each.pass().equals(pass))
                .sorted((a, b) -> Boolean.compare(b.isChanging(), a.isChanging()))
                .findFirst();
        found.ifPresent(each -> select(each.index()));
        return found.isPresent();
    }

    public void selectNext() {
        move(1, false);
    }

    public void selectPrevious() {
        move(-1, false);
    }

    /** Goes to the next pass run that changed something. */
    public void selectNextChanging() {
        move(1, true);
    }

    public void selectPreviousChanging() {
        move(-1, true);
    }

    private void move(int by, boolean changingOnly) {
        var current = step.get();
        if (current == null) {
            return;
        }
        var all = runs();
        for (int i = current.run().index() + by; i >= 0 && i < all.size(); i += by) {
            if (!changingOnly || all.get(i).isChanging()) {
                select(i);
                return;
            }
        }
    }

    /** Goes from the whole pass to its first rewrite, from a rewrite to the next. */
    public void selectNextRewrite() {
        var current = step.get();
        if (current != null) {
            selectRewrite(current.rewrite() == null ? 0 : current.rewrite() + 1);
        }
    }

    /** Goes from a rewrite to the one before, from the first to the whole pass. */
    public void selectPreviousRewrite() {
        var current = step.get();
        if (current != null && current.rewrite() != null) {
            if (current.rewrite() == 0) {
                select(current.run().index());
            } else {
                selectRewrite(current.rewrite() - 1);
            }
        }
    }

    /** Looks at one rewrite of the pass that is looked at: the pipeline is replayed up to it. */
    public void selectRewrite(int rewrite) {
        var current = step.get();
        var module = input;
        if (current == null || module == null) {
            return;
        }
        var pass = current.run();
        if (rewrite < 0 || rewrite >= pass.rewrites().size()) {
            return;
        }
        var replay = new RewriteReplay(runner, module, settings.get());
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

    private List<PassRun> runs() {
        var shown = run.get();
        return shown == null ? List.of() : shown.runs();
    }
}
