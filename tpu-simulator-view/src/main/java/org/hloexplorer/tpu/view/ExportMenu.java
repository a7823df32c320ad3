package org.hloexplorer.tpu.view;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tooltip;
import org.hloexplorer.pipeline.backend.tpu.CounterCsv;
import org.hloexplorer.pipeline.backend.tpu.PerfettoTrace;
import org.hloexplorer.pipeline.backend.tpu.TpuSimulation;
import org.hloexplorer.pipeline.backend.tpu.VcdTrace;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.materialdesign2.MaterialDesignE;

/** Writes what is shown to files that other programs read. */
final class ExportMenu extends MenuButton {
    /** Cycles of one GIF: what is drawn while the window waits must be short. */
    private static final long GIF_CYCLES = 60;

    private final TpuViewModel model;
    private final ExportTarget target;

    /** What writes a file. */
    private interface Contents {
        void write(TpuSimulation simulation, Path file) throws IOException;
    }

    ExportMenu(TpuViewModel model, ExportTarget target) {
        this.model = model;
        this.target = target;
        setId("tpu-export");
        setGraphic(new FontIcon(MaterialDesignE.EXPORT_VARIANT));
        setAccessibleText(Words.say("export.name"));
        setTooltip(new Tooltip(Words.say("export.name")));
        getStyleClass().addAll("flat", "tpu-button");
        getItems()
                .addAll(
                        item("gif", this::gif),
                        item("json", (simulation, file) -> {
                            try (var writer = Files.newBufferedWriter(file)) {
                                PerfettoTrace.write(simulation, writer);
                            }
                        }),
                        item("vcd", (simulation, file) -> {
                            try (var writer = Files.newBufferedWriter(file)) {
                                VcdTrace.write(simulation, writer);
                            }
                        }),
                        item("csv", (simulation, file) -> Files.writeString(file, CounterCsv.of(simulation))));
    }

    private MenuItem item(String extension, Contents contents) {
        var item = new MenuItem(Words.say("export." + extension));
        item.setId("tpu-export-" + extension);
        item.setOnAction(_ -> write(extension, contents));
        return item;
    }

    private void write(String extension, Contents contents) {
        var simulation = model.simulationProperty().get();
        if (simulation == null) {
            return;
        }
        target.choose(extension).ifPresent(file -> {
            try {
                contents.write(simulation, file);
            } catch (IOException e) {
                throw new UncheckedIOException("%s cannot be written: %s".formatted(file, e.getMessage()), e);
            }
        });
    }

    /** From the cycle that is shown on. */
    private void gif(TpuSimulation simulation, Path file) throws IOException {
        var scene = model.sceneProperty().get();
        if (scene == null) {
            return;
        }
        long from = Math.min(model.cycleProperty().get(), scene.cycles() - 1);
        long to = Math.min(from + GIF_CYCLES, scene.cycles()) - 1;
        var film = new ArrayFilm(simulation, simulation.matMuls().indexOf(scene.run()), scene.unit());
        try (var out = Files.newOutputStream(file)) {
            film.writeGif(from, to, out);
        }
    }
}
