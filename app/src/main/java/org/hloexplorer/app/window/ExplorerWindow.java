package org.hloexplorer.app.window;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.hloexplorer.app.window.SearchEntry.Kind;
import org.hloexplorer.app.workbench.ProgramSource;
import org.hloexplorer.app.workbench.SourceException;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.samples.SampleModule;

/** The window: puts the panels together and says what commands do. */
public final class ExplorerWindow {
    private final Workbench workbench;
    private final WindowMemory memory;
    private final FileChoice files;
    private final Appearance appearance;
    private final Commands commands = new Commands();
    private final Overlay overlay = new Overlay();
    private final ShortcutSheet shortcuts = new ShortcutSheet(commands, overlay.sheets());
    private final SearchField search = new SearchField(new SearchViewModel(this::searchEntries), overlay.lists());
    private final Dock dock;
    private final Panels panels;
    private final Scene scene;

    ExplorerWindow(Workbench workbench, WindowMemory memory, FileChoice files, double width, double height) {
        this.workbench = workbench;
        this.memory = memory;
        this.files = files;
        this.appearance = new Appearance(memory);
        this.dock = new Dock(Map.of(Dock.Page.LOG, new LogView(workbench.log()).node()));
        this.panels = new Panels(
                memory,
                EmptyPanel.saying(Words.say("timeline.empty")),
                EmptyPanel.saying(Words.say("outline.empty")),
                stage().node(),
                EmptyPanel.saying(Words.say("inspector.empty")),
                dock.node());
        addCommands();
        this.scene = new Scene(root(), width, height);
        Appearance.applyTo(scene);
        commands.listenTo(scene);
        panels.arrange(width, height);
    }

    Scene scene() {
        return scene;
    }

    private Parent root() {
        var status = new StatusBar(workbench.program().sourceProperty().map(ProgramSource::name), workbench.tasks());
        var frame = new BorderPane(panels.node());
        var samples = Toolbar.SampleMenu.of(workbench.sources().samples().list(), this::open);
        frame.setTop(new Toolbar(commands, samples, new HBox(), new HBox(), search.node()).node());
        frame.setBottom(status.node());
        return overlay.over(frame);
    }

    private StagePanel stage() {
        Map<StagePanel.Mode, Node> contents = new EnumMap<>(StagePanel.Mode.class);
        for (var mode : StagePanel.Mode.values()) {
            contents.put(mode, new VBox());
        }
        return new StagePanel(contents, new Label());
    }

    private void addCommands() {
        commands.add(Command.of("open", "Shortcut+O", this::openFile));
        commands.add(Command.of("search", "Shortcut+K", search::focus));
        commands.add(Command.of("find", "Shortcut+F", search::focus));
        commands.add(Command.of("theme", appearance::toggle));
        commands.add(Command.of("shortcuts", "Shift+?", shortcuts::toggle));
        for (var panel : Panels.Panel.values()) {
            commands.add(Command.of("panel." + panel.id(), panel.keys(), () -> panels.toggle(panel)));
        }
    }

    private void openFile() {
        files.toOpen().ifPresent(file -> {
            try {
                workbench.program().open(workbench.sources().readFile(file));
            } catch (SourceException e) {
                workbench.log().error(String.valueOf(e.getMessage()));
            }
        });
    }

    private void open(SampleModule sample) {
        workbench.program().open(workbench.sources().read(sample));
    }

    private List<SearchEntry> searchEntries() {
        var entries = new ArrayList<SearchEntry>();
        for (var command : commands.list()) {
            if (command.isEnabled().getAsBoolean()) {
                entries.add(new SearchEntry(
                        Kind.COMMAND, command.title(), command.keysText().orElse(""), command::perform));
            }
        }
        for (var sample : workbench.sources().samples().list()) {
            entries.add(new SearchEntry(Kind.SAMPLE, sample.name(), sample.title(), () -> open(sample)));
        }
        return entries;
    }

    void rememberLayout() {
        panels.rememberSizes();
        memory.put("width", Double.toString(scene.getWidth()));
        memory.put("height", Double.toString(scene.getHeight()));
    }
}
