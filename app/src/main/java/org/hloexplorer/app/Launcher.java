package org.hloexplorer.app;

import java.util.List;
import org.hloexplorer.app.cli.HloxCommand;
import org.hloexplorer.app.cli.Terminal;
import org.hloexplorer.app.window.ExplorerApplication;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.app.workbench.Suggestions;
import org.hloexplorer.samples.SampleModules;
import picocli.CommandLine;

/**
 * Starts the program: a verb goes to the command line; files, or nothing, to the window.
 *
 * <p>Names no type of JavaFX: a main class that does would have to lie on the module path.
 */
public final class Launcher {
    private static final int WRONG_USAGE = 2;

    private final Terminal terminal;
    private final CommandLine commandLine;
    private final Sources sources;

    Launcher(Terminal terminal) {
        this.terminal = terminal;
        this.commandLine = HloxCommand.create(terminal);
        this.sources = new Sources(SampleModules.load(), terminal.in());
    }

    public static void main(String[] arguments) {
        System.exit(new Launcher(Terminal.ofProcess()).run(arguments));
    }

    /** Does what the arguments ask for, and gives the exit status. */
    int run(String... arguments) {
        var given = List.of(arguments);
        var files = given.stream().filter(each -> !each.equals("--debug")).toList();
        if (!files.isEmpty() && isForCommandLine(files.getFirst())) {
            return commandLine.execute(arguments);
        }
        return files.stream().allMatch(sources::exists) ? open(files, given.contains("--debug")) : complain(files);
    }

    /** A verb is a verb, even where a folder has its name: that one is written {@code ./roofline}. */
    private boolean isForCommandLine(String first) {
        return first.startsWith("-") || HloxCommand.verbs(commandLine).contains(first);
    }

    private int open(List<String> files, boolean debug) {
        ExplorerApplication.open(files);
        return 0;
    }

    /** Something is neither a verb nor a file; the first such word is named. */
    private int complain(List<String> words) {
        var stranger =
                words.stream().filter(each -> !sources.exists(each)).findFirst().orElseThrow();
        var known = words.size() == 1 || stranger.equals(words.getFirst())
                ? "There is no verb and no file named '%s'.%s"
                        .formatted(stranger, Suggestions.didYouMean(stranger, HloxCommand.verbs(commandLine)))
                : "There is no file named '%s'.".formatted(stranger);
        terminal.err().println("hlox: " + known + " See hlox --help.");
        terminal.err().flush();
        return WRONG_USAGE;
    }
}
