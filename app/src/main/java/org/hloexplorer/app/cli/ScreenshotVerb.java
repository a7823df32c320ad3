package org.hloexplorer.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.hloexplorer.app.window.HeadlessWindow;
import org.hloexplorer.app.workbench.SourceException;
import org.hloexplorer.app.workbench.Sources;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hlox screenshot}: what the window looks like. */
@Command(
        name = "screenshot",
        description = {
            "Opens the real window in memory, does some steps in it and writes a picture. No display is needed.",
            "%nSteps, separated by commas, done in order:",
            "  pipeline=NAME      use this pipeline",
            "  pass=NAME          look at this pass (the first run that changed something)",
            "  rewrite=N          look at the N-th rewrite of the pass",
            "  toggle=PASS        switch a pass off, or on again",
            "  stage=NAME         Sides, Union, Text or Editor",
            "  tab=NAME           Problems, Decisions, Fusion, Knobs, Layouts, Kernels,",
            "                     Run, Roofline, TPU, Memory, Compare or Log",
            "  select=NAME        select an instruction",
            "  edge=FROM>TO       select an edge",
            "  hover=NAME         rest the pointer on an instruction, or with FROM>TO on an edge",
            "  fuse=FROM>TO       fuse this pair whatever it costs",
            "  apart=FROM>TO      keep this pair apart",
            "  run=DEVICE         run on reference, cpu, gpu or tpu",
            "  measure=DEVICE     measure the roofline of cpu, gpu or tpu",
            "  beside=DEVICE      keep the roofline and measure one beside it",
            "  dot=ENGINE         have generated or onednn compute dots on the cpu",
            "  array=RxC[:TIMING] run on an array of this size, or a chip such as v4",
            "  cycle=N            go to a cycle of the simulation",
            "  cell=ROWxCOLUMN    select a cell of the array, for its arithmetic",
            "  side=NAME          Totals, Chip, Program, Tiles, Events or Elsewhere, beside the array",
            "  theme=light|dark   choose a theme",
            "  open=FILE          open another program, session or dump folder",
            "  COMMAND            any command of the window, such as fit, roofline or shortcuts"
        },
        footer = "%nJSON: file, out, width, height.")
final class ScreenshotVerb extends Verb {
    private static final Pattern SIZE = Pattern.compile("(\\d{3,4})x(\\d{3,4})");

    @Parameters(
            paramLabel = "FILE",
            arity = "0..1",
            description = "A program, a session (F.hlox), a dump folder, sample:NAME, or - for standard input. "
                    + "Default: sample:softmax.")
    private String file = "sample:softmax";

    @Option(names = "--sample", paramLabel = "NAME", description = "Open this sample; the same as sample:NAME.")
    private @Nullable String sample;

    @Option(names = "--out", paramLabel = "F.png", required = true, description = "Where to write the picture.")
    private Path out = Path.of("hlox.png");

    @Option(names = "--size", paramLabel = "WxH", description = "Size of the window in pixels. Default: 1440x900.")
    private String size = "1440x900";

    @Option(names = "--do", paramLabel = "STEPS", split = ",", description = "What to do before; see above.")
    private List<String> steps = List.of();

    /** The line that is written. */
    record Taken(String file, String out, int width, int height) {}

    ScreenshotVerb(Terminal terminal, Sources sources) {
        super(terminal, sources);
    }

    @Override
    ExitStatus perform() throws IOException {
        var matcher = SIZE.matcher(size);
        if (!matcher.matches()) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE, "--size takes width and height, as in 1440x900, not '%s'.".formatted(size));
        }
        if (!out.toString().toLowerCase(Locale.ROOT).endsWith(".png")) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE,
                    "Pictures are written as PNG: name a file that ends in .png, not %s.".formatted(out));
        }
        FileTrouble.checkWritable(out);
        int width = Integer.parseInt(matcher.group(1));
        int height = Integer.parseInt(matcher.group(2));
        var named = sample == null ? file : Sources.SAMPLE_PREFIX + sample;
        HeadlessWindow.prepare();
        try (var window = new HeadlessWindow(sources(), width, height)) {
            window.perform("open=" + named);
            steps.forEach(window::perform);
            window.save(out);
        } catch (IllegalArgumentException e) {
            var status = e.getCause() instanceof SourceException source ? statusOf(source) : ExitStatus.WRONG_USAGE;
            throw new VerbException(status, String.valueOf(e.getMessage()), e);
        }
        if (isJson()) {
            write(new Taken(named, out.toString(), width, height));
        } else {
            print("wrote " + out);
        }
        return ExitStatus.FINE;
    }
}
