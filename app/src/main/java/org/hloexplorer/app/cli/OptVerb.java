package org.hloexplorer.app.cli;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.hloexplorer.app.workbench.Decision;
import org.hloexplorer.app.workbench.Dumps;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.app.workbench.UserPipelines;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.HloPrinter;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.dump.DumpOptions;
import org.hloexplorer.pipeline.dump.DumpWriter;
import org.hloexplorer.pipeline.dump.XlaFlags;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hlox opt}: what passes make of a program. */
@Command(
        name = "opt",
        description = {
            "Runs a pipeline of passes over a module and prints the resulting module.",
            "With --list, names the passes, rules, pipelines and knobs there are."
        },
        footer = {
            "%nJSON: file, passes[{pipeline, pass, changed, ms, instructions_before, instructions_after, rewrites, status, "
                    + "failure}], module (text), notices[].",
            "%nJSON of --list: passes[{name, summary}], rules[{name, pass, algebra, effect, changes_values}], "
                    + "pipelines[{name, summary, passes[], gaps[{pass, reason}]}], knobs[{name, default, summary}]."
        })
final class OptVerb extends Verb {

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            paramLabel = "FILE",
            arity = "0..1",
            description =
                    "HLO text, sample:NAME, - for standard input, or a dump folder, which is read as a pipeline that "
                            + "has run.")
    private @Nullable String file;

    @Mixin
    private PipelineOptions pipeline = new PipelineOptions();

    @Option(names = "--explain", description = "Also print every decision, on standard error.")
    private boolean explain;

    @Option(
            names = "--times",
            description = "Also print how long each pass took, all its runs together, on standard error.")
    private boolean times;

    @Option(
            names = "--log",
            paramLabel = "LEVEL",
            description =
                    "Print a line per pass (info), or per decision as well (debug), on standard error as they come.")
    private PassLines.Level log = PassLines.Level.OFF;

    @Option(
            names = "--save-pipeline",
            paramLabel = "NAME",
            description = "Keep the chosen passes, without those left out, as a pipeline for --pipeline=NAME.")
    private @Nullable String savedName;

    @Option(
            names = "--dump-to",
            paramLabel = "DIR",
            description = "Also write the module before and after each pass that changes it, under the names that XLA "
                    + "gives such files. XLA_FLAGS is honoured too: --xla_dump_to and what belongs to it.")
    private @Nullable Path dumpTo;

    @Option(names = "--list", description = "List passes, rules, pipelines and knobs instead.")
    private boolean list;

    /** A pass run as JSON. */
    record Pass(
            String pipeline,
            String pass,
            boolean changed,
            double ms,
            int instructionsBefore,
            int instructionsAfter,
            int rewrites,
            String status,
            @Nullable String failure) {
        static Pass of(PassRun run) {
            return new Pass(
                    run.pipeline(),
                    run.pass(),
                    run.isChanging(),
                    run.time().toNanos() / 1e6,
                    run.before().instructionCount(),
                    run.after().instructionCount(),
                    run.rewrites().size(),
                    run.status().name().toLowerCase(Locale.ROOT),
                    run.failure());
        }
    }

    /** The line that is written. */
    record Optimized(String file, List<Pass> passes, String module, List<String> notices) {}

    OptVerb(Terminal terminal, Sources sources) {
        super(terminal, sources);
    }

    @Override
    ExitStatus perform() {
        if (list) {
            return list();
        }
        if (savedName != null) {
            save(savedName);
            if (file == null) {
                return ExitStatus.FINE;
            }
        }
        if (file == null) {
            throw new ParameterException(
                    Objects.requireNonNull(spec).commandLine(), "Missing required parameter: 'FILE'");
        }
        if (Dumps.isOne(file)) {
            return report(file, DumpReading.timeline(file));
        }
        var source = read(file);
        return report(source.name(), run(module(source)));
    }

    private PipelineRun run(HloModule module) {
        var flags = flags();
        flags.warnings().forEach(each -> note("hlox: " + each));
        var dump = dumpTo == null ? flags.dump() : DumpOptions.all(dumpTo);
        var lines = new PassLines(log, isDebug(), this::note);
        if (dump == null) {
            return pipeline.run(module, lines);
        }
        try {
            var writer = new DumpWriter(dump, 0, pipeline.settings().pipeline().name(), module.name());
            writer.begin(module);
            var run = pipeline.run(module, new BothListeners(lines, writer));
            writer.end(run.output());
            note("hlox: the steps are in " + dump.folder());
            return run;
        } catch (UncheckedIOException e) {
            throw new VerbException(ExitStatus.WRONG_USAGE, PipelineOptions.sentence(e), e);
        }
    }

    private static XlaFlags flags() {
        try {
            return XlaFlags.parse(PipelineOptions.xlaFlags());
        } catch (IllegalArgumentException e) {
            throw new VerbException(ExitStatus.WRONG_USAGE, PipelineOptions.sentence(e), e);
        }
    }

    private ExitStatus report(String name, PipelineRun run) {
        var text = HloPrinter.print(run.output());
        if (isJson()) {
            write(new Optimized(name, run.runs().stream().map(Pass::of).toList(), text, run.notices()));
        } else {
            printText(text);
            noteAbout(run);
        }
        return run.runs().stream().anyMatch(each -> each.failure() != null) ? ExitStatus.FINDING : ExitStatus.FINE;
    }

    private void save(String name) {
        try {
            var file = UserPipelines.save(name, pipeline.settings().remainingPipeline());
            note("hlox: pipeline %s is in %s".formatted(name, file));
        } catch (IllegalArgumentException e) {
            throw new VerbException(ExitStatus.WRONG_USAGE, PipelineOptions.sentence(e), e);
        }
    }

    private ExitStatus list() {
        var catalog = PassCatalog.load();
        if (isJson()) {
            write(catalog);
        } else {
            printText(catalog.toText());
        }
        return ExitStatus.FINE;
    }

    private void noteAbout(PipelineRun run) {
        for (var pass : run.runs()) {
            if (pass.failure() != null) {
                note("hlox: " + pass.failure());
            }
        }
        if (pipeline.settings().verify()) {
            note("hlox: the module was checked after each of the %d passes that changed it"
                    .formatted(run.runs().stream().filter(PassRun::isChanging).count()));
        }
        if (times) {
            PassTimes.of(run).forEach(this::note);
        }
        run.notices().forEach(each -> note("hlox: " + each));
        if (explain) {
            DecisionText.of(Decision.of(run)).forEach(this::note);
        }
    }
}
