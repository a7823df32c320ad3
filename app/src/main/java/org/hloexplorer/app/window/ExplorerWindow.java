package org.hloexplorer.app.window;

import java.util.EnumMap;
import java.util.Map;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.layout.BorderPane;
import org.hloexplorer.app.workbench.SerialExecutor;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.visualizers.Fonts;

/** The window: puts the panels together and says what commands do. */
public final class ExplorerWindow {
    private final Workbench workbench;
    private final WindowMemory memory;
    private final Appearance appearance;
    private final Commands commands = new Commands();
    private final Overlay overlay = new Overlay();
    private final OpenActions opening;
    private final SearchField search;
    private final TimelinePanel timeline;
    private final StageViews stage;
    private final RunPanel run;
    private final TpuPanel tpu;
    private final RooflinePanel roofline;
    private final MemoryPanel memoryPage;
    private final Export export;
    private final Dock dock;
    private final Panels panels;
    private final Scene scene;

    ExplorerWindow(Workbench workbench, WindowMemory memory, FileChoice files, double width, double height) {
        Fonts.load();
        this.workbench = workbench;
        this.memory = memory;
        this.appearance = new Appearance(memory);
        this.opening = new OpenActions(workbench, files);
        this.timeline = new TimelinePanel(workbench.timeline(), memory);
        this.stage = new StageViews(workbench, new SerialExecutor(workbench.background()));
        this.export = new Export(files, workbench.log());
        this.run = new RunPanel(workbench.runs());
        this.tpu = new TpuPanel(workbench, () -> run.run(DeviceKind.TPU), export);
        this.roofline = new RooflinePanel(workbench, export);
        this.memoryPage = new MemoryPanel(workbench);
        memoryPage.peaks().subscribe(() -> timeline.model().showPeaks(memoryPage.peaks()));
        this.dock = new Dock(pages(files));
        this.panels = new Panels(
                memory,
                timeline.node(),
                new OutlinePanel(workbench, timeline.rewrites()).node(),
                stage.panel().node(),
                new InspectorPanel(workbench).node(),
                dock.node());
        new CommandTable(this, overlay).addTo(commands);
        this.search = new SearchField(
                new SearchViewModel(new SearchEntries(workbench, commands, opening)::list), overlay.lists());
        this.scene = new Scene(root(), width, height);
        Appearance.applyTo(scene);
        commands.listenTo(scene);
        commands.listenTo(scene, "?", "shortcuts");
        opening.acceptDrops(scene);
        dock.inFrontProperty().subscribe(page -> {
            panels.showPage(page.id(), page.height());
            if (page == Dock.Page.LAYOUTS) {
                workbench.layouts().compare();
            }
        });
        workbench.comparison().comparedProperty().subscribe(compared -> {
            if (compared != null) {
                dock.bringToFront(Dock.Page.COMPARE);
            }
        });
        panels.arrange(width, height);
    }

    Scene scene() {
        return scene;
    }

    Commands commands() {
        return commands;
    }

    Workbench workbench() {
        return workbench;
    }

    Appearance appearance() {
        return appearance;
    }

    OpenActions opening() {
        return opening;
    }

    TimelinePanel timeline() {
        return timeline;
    }

    StageViews stage() {
        return stage;
    }

    Dock dock() {
        return dock;
    }

    Panels panels() {
        return panels;
    }

    RunPanel run() {
        return run;
    }

    TpuPanel tpu() {
        return tpu;
    }

    RooflinePanel roofline() {
        return roofline;
    }

    SearchField search() {
        return search;
    }

    void rememberLayout() {
        panels.rememberSizes();
        memory.put("width", Double.toString(scene.getWidth()));
        memory.put("height", Double.toString(scene.getHeight()));
    }

    private Map<Dock.Page, Node> pages(FileChoice files) {
        Map<Dock.Page, Node> pages = new EnumMap<>(Dock.Page.class);
        pages.put(Dock.Page.PROBLEMS, stage.editor().problems());
        pages.put(Dock.Page.DECISIONS, new DecisionsPanel(workbench, export).node());
        pages.put(Dock.Page.FUSION, new FusionPanel(workbench, files).node());
        pages.put(Dock.Page.KNOBS, new KnobsPanel(workbench.knobs()).node());
        pages.put(Dock.Page.LAYOUTS, new LayoutPanel(workbench.layouts(), workbench.timeline()).node());
        pages.put(Dock.Page.KERNELS, new KernelsPanel(workbench, () -> run.run(DeviceKind.CPU)).node());
        pages.put(Dock.Page.RUN, run.node());
        pages.put(Dock.Page.ROOFLINE, roofline.node());
        pages.put(Dock.Page.TPU, tpu.node());
        pages.put(Dock.Page.MEMORY, memoryPage.node());
        pages.put(Dock.Page.COMPARE, new ComparePanel(workbench.comparison(), opening::chooseToCompare).node());
        pages.put(Dock.Page.LOG, new LogView(workbench.log()).node());
        return pages;
    }

    private Parent root() {
        var status = new StatusBar(new StatusSummary(workbench).text(), workbench.tasks());
        var frame = new BorderPane(panels.node());
        var samples = Toolbar.SampleMenu.of(workbench.sources().samples().list(), opening::open);
        frame.setTop(new Toolbar(
                        commands,
                        samples,
                        new PipelineMenu(workbench.timeline()).node(),
                        new DeviceControls(run.model(), commands.get("run")).node(),
                        search.node())
                .node());
        frame.setBottom(status.node());
        var problems = stage.editor().model().problems();
        problems.subscribe(() -> dock.countProblems(problems.size()));
        return overlay.over(frame);
    }
}
