package org.hloexplorer.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.hloexplorer.app.cli.HloxCommand;
import org.hloexplorer.app.cli.Terminal;
import org.hloexplorer.app.window.ExplorerApplication;
import org.hloexplorer.app.workbench.SourceException;
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
    private static final int FINE = 0;
    private static final int FINDING = 1;
    private static final int WRONG_USAGE = 2;
    private static final int NOT_AVAILABLE = 3;
    private static final int NOT_SUPPORTED = 4;
    private static final int FAULT = 70;

    private static final String FIRST_PROGRAM = "sample:attention_1head";
    private static final String GTK =
            "On Linux JavaFX needs an X display and GTK 3: install libgtk-3-0 (Debian, Ubuntu) or gtk3 (Fedora). Without DISPLAY, hlox shows "
                    + "the window as a picture.";
    private static final String INVITATION =
            "The window itself needs a display: start hlox on a desktop, or over ssh -X. hlox --help lists what works "
                    + "without one.";

    private final Terminal terminal;
    private final CommandLine commandLine;
    private final Sources sources;

    Launcher(Terminal terminal) {
        this.terminal = terminal;
        this.commandLine = HloxCommand.create(terminal);
        this.sources = new Sources(SampleModules.load(), terminal.in());
    }

    public static void main(String[] arguments) {
        var launcher = new Launcher(Terminal.ofProcess());
        System.exit(launcher.runSafely(arguments));
    }

    /** As {@link #run}; where the machine gives out, a sentence says so. */
    private int runSafely(String... arguments) {
        try {
            return run(arguments);
        } catch (StackOverflowError | OutOfMemoryError e) {
            var what = e instanceof OutOfMemoryError
                    ? "the memory given to it did not suffice (%s); HLOX_JAVA_OPTS=-Xmx8g gives more"
                            .formatted(e.getMessage())
                    : "the program is nested too deeply";
            terminal.err().println("hlox: %s.".formatted(what));
            if (List.of(arguments).contains("--debug")) {
                e.printStackTrace(terminal.err());
            }
            terminal.err().flush();
            return FAULT;
        }
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
        var obstacle = Display.missing();
        if (obstacle.isEmpty()) {
            return openWindow(files, debug);
        }
        terminal.out().println(obstacle.get() + " The tour of the window, without it:\n");
        try {
            var tour = new Tour(sources, terminal.out(), Path.of(""));
            boolean good = tour.take(sources.read(files.isEmpty() ? FIRST_PROGRAM : files.getFirst()));
            terminal.out().println(INVITATION);
            return good ? FINE : FINDING;
        } catch (SourceException e) {
            return fail(e, e.kind() == SourceException.Kind.NOT_SUPPORTED ? NOT_SUPPORTED : WRONG_USAGE, debug);
        } catch (IOException | RuntimeException e) {
            return fail(e, FAULT, debug);
        } finally {
            terminal.out().flush();
        }
    }

    private int openWindow(List<String> files, boolean debug) {
        try {
            ExplorerApplication.open(files, debug);
            return FINE;
        } catch (UnsupportedOperationException e) {
            // So JavaFX answers where a library of the system is missing that it draws windows with.
            var reason = "the window cannot be opened: %s. %s".formatted(withoutStop(e), GTK);
            return fail(new IllegalStateException(reason, e), NOT_AVAILABLE, debug);
        }
    }

    private static String withoutStop(Exception exception) {
        return String.valueOf(exception.getMessage()).replaceFirst("\\.$", "");
    }

    private int fail(Exception exception, int status, boolean debug) {
        terminal.err().println("hlox: " + exception.getMessage());
        if (debug) {
            exception.printStackTrace(terminal.err());
        }
        terminal.err().flush();
        return status;
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
