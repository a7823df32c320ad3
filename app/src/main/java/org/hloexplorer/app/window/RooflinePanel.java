package org.hloexplorer.app.window;

import java.util.Optional;
import javafx.scene.layout.Region;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.roofline.view.RooflineView;
import org.jspecify.annotations.Nullable;

/** The roofline, joined to the measurements and the selection of the workbench. */
final class RooflinePanel {
    private final Workbench workbench;
    private final RooflineView view = new RooflineView();

    RooflinePanel(Workbench workbench, Export export) {
        this.workbench = workbench;
        view.onMeasureProperty().set(workbench.roofline()::measure);
        view.onExportProperty().set(extension -> export.choose("roofline." + extension));
        workbench.roofline().dataProperty().subscribe(view::show);
        view.deviceProperty().bindBidirectional(workbench.roofline().deviceProperty());
        view.reasonProperty().bind(workbench.roofline().reasonProperty());
        var selected = view.model().selectedInstructionProperty();
        selected.subscribe(this::selected);
        workbench.selection().pathProperty().subscribe(path -> {
            if (path != null && path.instructionId() != null) {
                selected.set(path.instructionId());
            }
        });
    }

    Region node() {
        return view;
    }

    RooflineView view() {
        return view;
    }

    /** A kernel selected here is selected everywhere, in the version that it was compiled from. */
    private void selected(@Nullable Integer instruction) {
        var row = view.model().selectedProperty().get();
        var run = workbench.timeline().runProperty().get();
        if (instruction == null || row == null || run == null) {
            return;
        }
        int version = row.stage().version();
        if (version >= 0 && version < run.versions()) {
            path(run.version(version), version, instruction)
                    .filter(each -> !isSelected(each))
                    .ifPresent(workbench.selection().pathProperty()::set);
        }
    }

    private static Optional<HloPath> path(HloModule module, int version, int instruction) {
        return module.computationOf(instruction)
                .map(computation -> HloPath.toInstruction(version, computation.id(), instruction));
    }

    private boolean isSelected(HloPath path) {
        var selected = workbench.selection().pathProperty().get();
        return selected != null && path.inVersion(selected.version()).equals(selected);
    }
}
