package org.hloexplorer.app.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.hloexplorer.app.window.HeadlessWindow;
import org.hloexplorer.pipeline.backend.tpu.CounterCsv;
import org.hloexplorer.pipeline.backend.tpu.PerfettoTrace;
import org.hloexplorer.pipeline.backend.tpu.TpuSimulation;
import org.hloexplorer.pipeline.backend.tpu.VcdTrace;
import org.hloexplorer.pipeline.backend.tpu.chip.InstructionCodec;
import org.hloexplorer.pipeline.backend.tpu.chip.TpuInstruction;
import org.hloexplorer.tpu.view.ArrayFilm;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Files that a simulation is written to. */
final class TpuExports {
    private static final Pattern RANGE = Pattern.compile("(\\d{1,18}):(\\d{1,18})");

    @Option(
            names = "--trace",
            paramLabel = "F.json",
            description = "Write the units' states as a trace for Perfetto; a microsecond of it is a cycle.")
    private @Nullable Path trace;

    @Option(names = "--vcd", paramLabel = "F.vcd", description = "Write the units' states as waveforms.")
    private @Nullable Path vcd;

    @Option(names = "--csv", paramLabel = "F.csv", description = "Write what each product cost, a line each.")
    private @Nullable Path csv;

    @Option(
            names = "--instructions",
            paramLabel = "F.txt",
            description = "Write the chip's instructions, bytes and meaning, a line each.")
    private @Nullable Path instructions;

    @Option(
            names = "--frames",
            paramLabel = "FROM:TO",
            description = "Cycles of the first product to draw, both included; needs --gif or --pictures.")
    private @Nullable String frames;

    @Option(names = "--gif", paramLabel = "F.gif", description = "Write the drawn cycles as an animated GIF.")
    private @Nullable Path gif;

    @Option(
            names = "--pictures",
            paramLabel = "DIR",
            description = "Write each drawn cycle as a PNG file into a folder.")
    private @Nullable Path pictures;

    /** What writes a file. */
    private interface Contents {
        void write(Path file) throws IOException;
    }

    /** Refuses options that make no sense together, before any work is done. */
    void check() {
        boolean draws = gif != null || pictures != null;
        if (frames != null && !RANGE.matcher(frames).matches()) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE, "--frames takes two cycles, as in 0:20, not '%s'.".formatted(frames));
        }
        if (draws != (frames != null)) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE,
                    draws
                            ? "Name the cycles to draw with --frames=FROM:TO."
                            : "Name where to draw to with --gif=F.gif or --pictures=DIR.");
        }
    }

    /** Writes all files that were asked for, and says so. */
    void write(TpuSimulation simulation, Consumer<String> notes) {
        write(trace, notes, file -> {
            try (var writer = Files.newBufferedWriter(file)) {
                PerfettoTrace.write(simulation, writer);
            }
        });
        write(vcd, notes, file -> {
            try (var writer = Files.newBufferedWriter(file)) {
                VcdTrace.write(simulation, writer);
            }
        });
        write(csv, notes, file -> Files.writeString(file, CounterCsv.of(simulation)));
        write(instructions, notes, file -> listing(simulation, file));
        var range = frames == null ? null : RANGE.matcher(frames);
        if (range != null && range.matches()) {
            long from = Long.parseLong(range.group(1));
            long to = Long.parseLong(range.group(2));
            write(
                    gif,
                    notes,
                    file -> draw(simulation, film -> {
                        try (var out = Files.newOutputStream(file)) {
                            film.writeGif(from, to, out);
                        }
                    }));
            write(pictures, notes, folder -> draw(simulation, film -> film.writePictures(from, to, folder)));
        }
    }

    private static void write(@Nullable Path file, Consumer<String> notes, Contents contents) {
        if (file == null) {
            return;
        }
        try {
            contents.write(file);
        } catch (IOException e) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE, "%s cannot be written: %s".formatted(file, e.getMessage()), e);
        } catch (IllegalArgumentException e) {
            throw new VerbException(ExitStatus.WRONG_USAGE, PipelineOptions.sentence(e), e);
        }
        notes.accept("wrote " + file);
    }

    /** What draws with a film. */
    private interface Drawing {
        void draw(ArrayFilm film) throws IOException;
    }

    private static void draw(TpuSimulation simulation, Drawing drawing) throws IOException {
        HeadlessWindow.prepare();
        try {
            HeadlessWindow.drawing(() -> {
                try {
                    drawing.draw(new ArrayFilm(simulation, 0, 0));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                return true;
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** A line per instruction: its 12 bytes, then what they mean. Loops are listed once. */
    private static void listing(TpuSimulation simulation, Path file) throws IOException {
        var stream = simulation.instructions();
        var chip = simulation.onChip();
        if (stream.isEmpty() || chip.isEmpty()) {
            throw new IllegalArgumentException("there are no instructions: " + simulation.whyNotOnChip());
        }
        try (var writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            Consumer<TpuInstruction> line = instruction -> {
                try {
                    writer.write("%s  %s\n"
                            .formatted(
                                    HexFormat.of().formatHex(InstructionCodec.encode(instruction)),
                                    instruction.text()));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            };
            for (var piece : chip.get().pieces()) {
                writer.write("; %s, %d times, %d cycles each\n"
                        .formatted(
                                piece.computation(),
                                piece.times(),
                                piece.schedule().cycles()));
                stream.get().forEach(piece, line);
            }
            line.accept(new TpuInstruction.Halt());
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
