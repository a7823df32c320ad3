package org.hloexplorer.app.window;

import org.hloexplorer.app.workbench.FusionChoices.Choice;
import org.hloexplorer.app.workbench.Selection;
import org.hloexplorer.pipeline.backend.DeviceKind;

/** What the commands of the window do, and by which keys. */
final class CommandTable {
    private final ExplorerWindow window;
    private final Overlay overlay;

    CommandTable(ExplorerWindow window, Overlay overlay) {
        this.window = window;
        this.overlay = overlay;
    }

    void addTo(Commands commands) {
        var shortcuts = new ShortcutSheet(commands, overlay.sheets());
        commands.add(Command.of("open", "Shortcut+O", () -> window.opening().chooseFile()));
        commands.add(Command.of(
                "open.folder", "Shortcut+Shift+O", () -> window.opening().chooseFolder()));
        commands.add(
                Command.of("session.save", "Shortcut+S", () -> window.opening().saveSession()));
        commands.add(Command.of("compare.folder", () -> window.opening().chooseToCompare()));
        commands.add(Command.of("search", "Shortcut+K", () -> window.search().focus()));
        commands.add(Command.of("find", "Shortcut+F", () -> window.search().focus()));
        addSteps(commands);
        addRuns(commands);
        addStage(commands);
        for (var panel : Panels.Panel.values()) {
            commands.add(Command.of(
                    "panel." + panel.id(), panel.keys(), () -> window.panels().toggle(panel)));
        }
        commands.add(Command.of("theme", () -> window.appearance().toggle()));
        commands.add(Command.of("shortcuts", "F1", shortcuts::toggle));
    }

    private void addSteps(Commands commands) {
        var model = window.timeline().model();
        commands.add(Command.of("pass.next", "Right", model::selectNext));
        commands.add(Command.of("pass.previous", "Left", model::selectPrevious));
        commands.add(Command.of("pass.next.changing", "Shift+Right", model::selectNextChanging));
        commands.add(Command.of("pass.previous.changing", "Shift+Left", model::selectPreviousChanging));
        commands.add(Command.of("rewrite.next", "Down", model::selectNextRewrite));
        commands.add(Command.of("rewrite.previous", "Up", model::selectPreviousRewrite));
        commands.add(Command.of("pass.toggle", "T", model::toggleSelected));
        var trail = selection().trail();
        commands.add(Command.of("select.back", "Alt+Left", trail::back));
        commands.add(Command.of("select.forward", "Alt+Right", trail::forward));
    }

    private void addRuns(Commands commands) {
        commands.add(Command.of("run", "Shortcut+Enter", () -> {
            front(Dock.Page.RUN);
            window.run().model().run();
        }));
        for (var device : DeviceKind.values()) {
            commands.add(Command.of("run." + device.text(), () -> {
                front(Dock.Page.RUN);
                window.run().run(device);
            }));
        }
        commands.add(Command.of("fusion.measure", () -> {
            front(Dock.Page.FUSION);
            window.workbench().fusionStudy().measure();
        }));
        commands.add(Command.of("roofline", () -> {
            front(Dock.Page.ROOFLINE);
            window.workbench().roofline().measure();
        }));
        for (var page : Dock.Page.values()) {
            commands.add(Command.of("dock." + page.id(), () -> front(page)));
        }
    }

    /** What the menu and the mouse do with the edge or instruction that is selected. */
    private void addFusion(Commands commands) {
        var choices = window.workbench().fusionChoices();
        commands.add(Command.of("fusion.fuse", "J", () -> choices.chooseSelected(selection(), Choice.FUSE)));
        commands.add(Command.of("fusion.apart", "X", () -> choices.chooseSelected(selection(), Choice.KEEP_APART)));
        commands.add(Command.of("fusion.rules", "R", () -> choices.chooseSelected(selection(), Choice.BY_RULES)));
    }

    private Selection selection() {
        return window.workbench().selection();
    }

    private void front(Dock.Page page) {
        window.panels().show(Panels.Panel.DOCK);
        window.dock().bringToFront(page);
    }

    private void addStage(Commands commands) {
        commands.add(Command.of("fit", "F", () -> window.stage().graphs().fit()));
        commands.add(Command.of("heat", "H", () -> {
            var heat = window.stage().graphs().showsHeatProperty();
            heat.set(!heat.get());
        }));
        addFusion(commands);
        for (var mode : window.stage().panel().modes()) {
            commands.add(Command.of(
                    "stage." + mode.id(), () -> window.stage().panel().show(mode)));
        }
        commands.add(
                Command.of("undo", "Shortcut+Z", () -> window.stage().editor().undo()));
        commands.add(
                Command.of("redo", "Shortcut+Y", () -> window.stage().editor().redo()));
    }
}
