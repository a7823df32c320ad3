package org.hloexplorer.app.cli;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.hloexplorer.app.workbench.Decision;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.hlo.text.HloPrinter;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PipelineRun;
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
                    + "pipelines[{name, summary, passes[]}], knobs[{name, default, summary}]."
        })
final class OptVerb extends Verb {

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "HLO text, sample:NAME, or - for standard input.")
    private @Nullable String file;

    @Mixin
    private PipelineOptions pipeline = new PipelineOptions();

    @Option(names = "--explain", description = "Also print every decision, on standard error.")
    private boolean explain;

    @Option(names = "--times", description = "Also print what each pass did and how long it took, on standard error.")
    private boolean times;

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
        if (file == null) {
            throw new ParameterException(
                    Objects.requireNonNull(spec).commandLine(), "Missing required parameter: 'FILE'");
        }
        var source = read(file);
        var run = pipeline.run(module(source));
        var text = HloPrinter.print(run.output());
        if (isJson()) {
            write(new Optimized(source.name(), run.runs().stream().map(Pass::of).toList(), text, run.notices()));
        } else {
            printText(text);
            noteAbout(run);
        }
        return run.runs().stream().anyMatch(each -> each.failure() != null) ? ExitStatus.FINDING : ExitStatus.FINE;
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
            } else if (times) {
                note("%-18s %-10s %9.3f ms  %4d → %4d instructions, %d rewrites"
                        .formatted(
                                pass.pass(),
                                pass.status().name().toLowerCase(Locale.ROOT),
                                pass.time().toNanos() / 1e6,
                                pass.before().instructionCount(),
                                pass.after().instructionCount(),
                                pass.rewrites().size()));
            }
        }
        run.notices().forEach(each -> note("hlox: " + each));
        if (explain) {
            Decision.of(run).forEach(decision -> note(DecisionText.of(decision)));
        }
    }
}
