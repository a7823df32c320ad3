package org.hloexplorer.app.cli;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.samples.SampleModule;
import org.hloexplorer.samples.SampleModules;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code hlox} with all its verbs. */
@Command(
        name = "hlox",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        synopsisHeading = "Usage:%n",
        customSynopsis = {"  hlox [FILE]    opens the window", "  hlox VERB ...  works without it"},
        description = {
            "%nExplores XLA's HLO: step through passes, ask why, run on the CPU and on a simulated TPU.",
            "%nA FILE is HLO text or a dump folder; sample:NAME is one of the samples below, - is standard input. "
                    + "The window also opens a session that it saved (F.hlox)."
        },
        footer = {
            "%nExit status: 0 fine; 1 a finding (diagnostics, divergence); 2 wrong usage; 3 device not available here; "
                    + "4 the input needs something not supported; 70 a fault of hlox itself.",
            "%nhlox help VERB tells all about a verb, the fields of its JSON included. --debug adds stack traces to errors."
        })
public final class HloxCommand implements Runnable {
    /** Verbs that later versions have. */
    private static final Map<String, String> ABSENT = Map.of(
            "bisect", "finds the pass that broke a program",
            "extract", "cuts an instruction out as a program of its own",
            "reduce", "makes a failing program small",
            "assert", "checks a structural query");

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--debug", description = "Print stack traces with errors.")
    private boolean debug;

    private HloxCommand() {}

    /** The command line over these streams. */
    public static CommandLine create(Terminal terminal) {
        var sources = new Sources(SampleModules.load(), terminal.in());
        var hlox = new CommandLine(new HloxCommand())
                .addSubcommand(new CheckVerb(terminal, sources))
                .addSubcommand(new PrintVerb(terminal, sources))
                .addSubcommand(new OptVerb(terminal, sources))
                .addSubcommand(new ExplainVerb(terminal, sources))
                .addSubcommand(new DiffVerb(terminal, sources))
                .addSubcommand(new RunVerb(terminal, sources))
                .addSubcommand(new TpuVerb(terminal, sources))
                .addSubcommand(new RooflineVerb(terminal, sources))
                .addSubcommand(new MachineVerb(terminal, sources))
                .addSubcommand(new BenchVerb(terminal, sources))
                .addSubcommand(new ScreenshotVerb(terminal, sources))
                .addSubcommand(new HelpCommand())
                .addSubcommand(new GenerateCompletion());
        ABSENT.forEach((name, purpose) -> hlox.addSubcommand(name, new AbsentVerb(name, purpose)));
        var names = sources.samples().list().stream().map(SampleModule::name).collect(Collectors.joining(", "));
        hlox.getCommandSpec().usageMessage().commandListHeading("%nSamples: " + names + "%n%nVerbs:%n");
        var errors = new ErrorReports();
        return hlox.setOut(terminal.out())
                .setErr(terminal.err())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(errors)
                .setParameterExceptionHandler(errors)
                .setUsageHelpAutoWidth(true);
    }

    /** The names of all verbs that can be called. */
    public static List<String> verbs(CommandLine hlox) {
        return List.copyOf(hlox.getSubcommands().keySet());
    }

    /** Reached only where options were given without a verb. */
    @Override
    public void run() {
        throw new ParameterException(Objects.requireNonNull(spec).commandLine(), "Name a verb.");
    }
}
