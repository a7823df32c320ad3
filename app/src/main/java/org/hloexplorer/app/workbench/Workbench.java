package org.hloexplorer.app.workbench;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.hlo.text.ParsedModule;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.hloexplorer.pipeline.dump.DumpFolder;
import org.hloexplorer.pipeline.dump.DumpedModule;
import org.jspecify.annotations.Nullable;

/**
 * What the user works on, and all that is known about it.
 *
 * <p>Knows observables but no controls. It is used, and its observables change, on one thread: that of the executor that
 * publishes. What takes time happens on the other, and what is overtaken is dropped. An edit or a change of settings
 * runs everything again that depends on it.
 */
public final class Workbench implements AutoCloseable {
    private static final String DUMPED_CODE = "dumped code";

    private final Sources sources;
    private final Executor background;
    private final Tasks tasks;
    private final LogModel log = new LogModel();
    private final Selection selection = new Selection();
    private final ProgramModel program;
    private final Reloading reloading;
    private final TimelineModel timeline;
    private final FusionChoices fusionChoices;
    private final FusionStudy fusionStudy;
    private final KnobsModel knobs;
    private final Devices devices = new Devices();
    private final RunModel runs;
    private final GpuCodeModel gpuCode;
    private final RooflineModel roofline;
    private final LayoutModel layouts;
    private final CompareModel comparison;
    private final ReadOnlyObjectWrapper<List<KernelDescription>> dumpedKernels = new ReadOnlyObjectWrapper<>(List.of());
    private @Nullable DumpFolder dumpFolder;
    private @Nullable OpenDump dump;
    private @Nullable Session restoring;

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
                new PassRunner(Passes.REGISTRY, ModuleCheck.VERIFIER),
                PipelineSettings.of(Pipelines.TEACHING),
                tasks,
                log);
        this.fusionChoices = new FusionChoices(timeline, log);
        this.fusionStudy = new FusionStudy(timeline, sources, devices, tasks, log);
        this.knobs = new KnobsModel(timeline);
        this.runs = new RunModel(devices, tasks, log);
        this.gpuCode = new GpuCodeModel(devices, tasks);
        this.roofline = new RooflineModel(
                new RooflineMeter(devices, new Ceilings(devices, cache)),
                () -> runs.tpuProperty().get(),
                tasks,
                log);
        this.layouts = new LayoutModel(timeline, tasks);
        this.comparison = new CompareModel(this::dump, this::dumpFolder, tasks, log);
        runs.tpuProperty().subscribe(_ -> roofline.tpuChanged());
        runs.contractionsProperty().subscribe((_, _) -> roofline.contractionsChanged());
        program.parsedProperty().subscribe(this::compile);
        timeline.runProperty().subscribe(this::compiled);
        timeline.stepProperty().subscribe(this::stepped);
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

    public KnobsModel knobs() {
        return knobs;
    }

    public FusionChoices fusionChoices() {
        return fusionChoices;
    }

    public FusionStudy fusionStudy() {
        return fusionStudy;
    }

    public RunModel runs() {
        return runs;
    }

    public GpuCodeModel gpuCode() {
        return gpuCode;
    }

    public RooflineModel roofline() {
        return roofline;
    }

    public LayoutModel layouts() {
        return layouts;
    }

    public CompareModel comparison() {
        return comparison;
    }

    /** The kernels whose code lies in the dump folder that is open; none where it holds none, or none is open. */
    public ReadOnlyObjectProperty<List<KernelDescription>> dumpedKernelsProperty() {
        return dumpedKernels.getReadOnlyProperty();
    }

    /**
     * Opens a dump folder: the module of which it shows most, as a timeline.
     *
     * @throws SourceException where it cannot be read
     */
    public void open(DumpFolder folder) throws SourceException {
        var modules = folder.programs();
        if (modules.isEmpty()) {
            throw new SourceException(
                    SourceException.Kind.NOT_SUPPORTED, "%s holds no module that was dumped.".formatted(folder.path()));
        }
        open(folder, modules.getFirst());
        log.info("%s: %s. Instructions are followed from step to step by structure and name, which is a guess."
                .formatted(folder.path(), folder.summary()));
    }

    /**
     * Opens one of the modules of a dump folder.
     *
     * @throws SourceException where its first step cannot be read
     */
    public void open(DumpFolder folder, DumpedModule module) throws SourceException {
        var first = sources.readFile(module.steps().getFirst().file());
        var source = new ProgramSource(
                "%s (%s)".formatted(folder.path(), module.name()),
                first.text(),
                null,
                first.format(),
                first.converted());
        dumpFolder = folder;
        dump = new OpenDump(source, module);
        openOther(source);
    }

    /** The modules of the dump folder that is open; none where it is none. */
    public List<DumpedModule> dumpedModules() {
        return dumpFolder == null ? List.of() : dumpFolder.programs();
    }

    /** The dump folder that is open; empty where none is. */
    public Optional<DumpFolder> dumpFolder() {
        return Optional.ofNullable(dumpFolder);
    }

    /** The module of the dump that is shown, unless its text was edited. */
    public Optional<DumpedModule> dump() {
        return Optional.ofNullable(dump)
                .filter(each -> each.source().equals(program.sourceProperty().get()))
                .map(OpenDump::module);
    }

    /** A module of a dump with the source that stands for it; an edited one is a program like any other. */
    private record OpenDump(ProgramSource source, DumpedModule module) {}

    /**
     * What is open and how it is looked at; empty where nothing is, or a dump, which is more than a session holds.
     *
     * <p>Wishes about fusion and limits are among its options.
     */
    public Optional<Session> session() {
        var source = program.sourceProperty().get();
        if (source.equals(ProgramSource.NONE) || dump().isPresent()) {
            return Optional.empty();
        }
        var step = timeline.stepProperty().get();
        var path = selection.pathProperty().get();
        var place = path == null
                ? Optional.<Session.Place>empty()
                : module(path).flatMap(each -> Session.Place.of(path, each));
        return Optional.of(Session.of(
                source,
                timeline.settingsProperty().get(),
                step == null ? 0 : step.version(),
                place.orElse(null),
                runs.contractionsProperty().get()));
    }

    /** Opens what a session holds, as it was looked at. */
    public void open(Session session) {
        timeline.clear();
        timeline.change(_ -> session.settings());
        runs.useContractions(session.contractionEngine());
        open(new ProgramSource(session.name(), session.text(), null));
        restoring = session;
    }

    private void restore(PipelineRun run) {
        var session = restoring;
        restoring = null;
        if (session == null) {
            return;
        }
        timeline.select(session.step());
        var place = session.selected();
        if (place != null && place.version() < run.versions()) {
            place.in(run.version(place.version())).ifPresent(selection.pathProperty()::set);
        }
    }

    /** Opens another program in place of the one that is open. */
    public void open(ProgramSource source) {
        restoring = null;
        dumpFolder = null;
        dump = null;
        openOther(source);
    }

    private void openOther(ProgramSource source) {
        selection.clear();
        runs.clear();
        gpuCode.clear();
        roofline.clear();
        comparison.clear();
        tasks.cancel(DUMPED_CODE);
        dumpedKernels.set(List.of());
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
        if (parsed == null) {
            return;
        }
        var shown = dump();
        if (shown.isPresent()) {
            timeline.show(shown.get());
        } else {
            parsed.whole().ifPresent(timeline::run);
        }
    }

    private void compiled(@Nullable PipelineRun run) {
        if (run != null) {
            runs.compiled(run);
            gpuCode.compiled(run);
            roofline.compiled(run);
            dump().ifPresent(module -> readCode(module, run));
        }
    }

    /** Behind all that looks at a run by itself, which chooses a step too. */
    private void stepped(@Nullable Step step) {
        var run = timeline.runProperty().get();
        if (step != null && run != null && restoring != null) {
            restore(run);
        }
    }

    private void readCode(DumpedModule module, PipelineRun run) {
        tasks.start(
                DUMPED_CODE,
                "code in the dump",
                _ -> DumpedKernels.of(module, run.output()),
                new Tasks.Outcome<List<KernelDescription>>() {
                    @Override
                    public void succeeded(List<KernelDescription> result) {
                        dumpedKernels.set(result);
                    }

                    @Override
                    public void failed(Exception exception) {
                        log.error("The code in the dump cannot be read: " + exception.getMessage());
                    }
                });
    }

    @Override
    public void close() {
        reloading.close();
        tasks.cancelAll();
        devices.close();
    }
}
