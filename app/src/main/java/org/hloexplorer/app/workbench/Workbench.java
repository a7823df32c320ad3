package org.hloexplorer.app.workbench;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.hlo.text.ParsedModule;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.jspecify.annotations.Nullable;

/**
 * What the user works on, and all that is known about it.
 *
 * <p>Knows observables but no controls. It is used, and its observables change, on one thread: that of the executor that
 * publishes. What takes time happens on the other, and what is overtaken is dropped. An edit or a change of settings
 * runs everything again that depends on it.
 */
public final class Workbench implements AutoCloseable {
    private final Sources sources;
    private final Executor background;
    private final Tasks tasks;
    private final LogModel log = new LogModel();
    private final Selection selection = new Selection();
    private final ProgramModel program;
    private final Reloading reloading;
    private final TimelineModel timeline;
    private final FusionChoices fusionChoices;
    private final Devices devices = new Devices();
    private final RunModel runs;
    private final RooflineModel roofline;

    /**
     * A workbench that works on one executor and publishes on another, which runs one thing at a time, in order.
     *
     * @param cache where measurements of the machine are kept
     */
    public Workbench(Sources sources, Path cache, Executor background, Executor publisher) {
        this.sources = sources;
        this.background = background;
        this.tasks = new Tasks(background, publisher);
        this.program = new ProgramModel(tasks, log);
        this.reloading = new Reloading(program, sources, tasks, log, publisher);
        this.timeline = new TimelineModel(
                new PassRunner(Passes.REGISTRY, ModuleCheck.NONE), PipelineSettings.of(Pipelines.TEACHING), tasks, log);
        this.fusionChoices = new FusionChoices(timeline, log);
        this.runs = new RunModel(devices, tasks, log);
        this.roofline = new RooflineModel(
                new RooflineMeter(devices, new Ceilings(devices, cache)),
                () -> runs.tpuProperty().get(),
                tasks,
                log);
        runs.tpuProperty().subscribe(_ -> roofline.tpuChanged());
        program.parsedProperty().subscribe(this::compile);
        timeline.runProperty().subscribe(this::compiled);
    }

    public Sources sources() {
        return sources;
    }

    /** Where views do what takes time. */
    public Executor background() {
        return background;
    }

    public Tasks tasks() {
        return tasks;
    }

    public LogModel log() {
        return log;
    }

    public Selection selection() {
        return selection;
    }

    public ProgramModel program() {
        return program;
    }

    public TimelineModel timeline() {
        return timeline;
    }

    public FusionChoices fusionChoices() {
        return fusionChoices;
    }

    public RunModel runs() {
        return runs;
    }

    public RooflineModel roofline() {
        return roofline;
    }

    /** Opens another program in place of the one that is open. */
    public void open(ProgramSource source) {
        selection.clear();
        runs.clear();
        roofline.clear();
        timeline.clear();
        program.open(source);
        reloading.follow(source);
    }

    /** The module in the version that a path names; the input where there is no timeline yet. */
    public Optional<HloModule> module(HloPath path) {
        var run = timeline.runProperty().get();
        if (run != null && path.version() < run.versions()) {
            return Optional.of(run.version(path.version()));
        }
        return Optional.ofNullable(program.parsedProperty().get()).flatMap(ParsedModule::module);
    }

    private void compile(@Nullable ParsedModule parsed) {
        if (parsed != null) {
            parsed.whole().ifPresent(timeline::run);
        }
    }

    private void compiled(@Nullable PipelineRun run) {
        if (run != null) {
            runs.compiled(run);
            roofline.compiled(run);
        }
    }

    @Override
    public void close() {
        reloading.close();
        tasks.cancelAll();
        devices.close();
    }
}
