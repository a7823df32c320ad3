package org.hloexplorer.app.cli;

import java.io.OutputStream;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.hloexplorer.app.workbench.ProgramReader;
import org.hloexplorer.app.workbench.ProgramSource;
import org.hloexplorer.app.workbench.SourceException;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Recording;
import org.hloexplorer.hlo.text.ParsedModule;
import picocli.CommandLine.Option;

/** What all verbs share: where they read and write, and the choice between text and JSON. */
abstract class Verb implements Callable<Integer> {
    private final Terminal terminal;
    private final Sources sources;

    @Option(names = "--json", description = "Print JSON, one object per line, instead of text.")
    private boolean json;

    @Option(names = "--debug", hidden = true)
    private boolean debug;

    Verb(Terminal terminal, Sources sources) {
        this.terminal = terminal;
        this.sources = sources;
    }

    @Override
    public final Integer call() throws Exception {
        var status = perform();
        terminal.out().flush();
        return status.code();
    }

    /** Does what the verb is for. */
    abstract ExitStatus perform() throws Exception;

    final boolean isJson() {
        return json;
    }

    final boolean isDebug() {
        return debug;
    }

    final Sources sources() {
        return sources;
    }

    final ProgramSource read(String argument) {
        try {
            return sources.read(argument);
        } catch (SourceException e) {
            throw new VerbException(statusOf(e), String.valueOf(e.getMessage()), e);
        }
    }

    /** The run that is recorded in the same file, if one is. */
    final Optional<Recording> recording(ProgramSource source) {
        return Optional.ofNullable(source.converted()).flatMap(ParsedModule::recording);
    }

    /** The module of a program without errors; where there are some, they are printed and the verb ends. */
    final HloModule module(ProgramSource source) {
        var parsed = ProgramReader.read(source);
        parsed.diagnostics().forEach(each -> note(parsed.render(each)));
        return parsed.whole()
                .orElseThrow(() -> new VerbException(
                        ExitStatus.FINDING,
                        "%s has errors (%d), so there is no module to work on."
                                .formatted(source.name(), parsed.errors().size())));
    }

    /** Text of several lines that ends with one line break. */
    final void printText(String text) {
        terminal.out().print(text.endsWith("\n") ? text : text + "\n");
    }

    final void print(String line) {
        terminal.out().println(line);
    }

    /** Something beside the result: on standard error, so that results can be piped. */
    final void note(String line) {
        terminal.err().println(line);
        terminal.err().flush();
    }

    /** Standard output, for what is no text. */
    final OutputStream data() {
        return terminal.data();
    }

    final void write(Object line) {
        new JsonLines(terminal.out()).write(line);
    }

    static ExitStatus statusOf(SourceException exception) {
        return switch (exception.kind()) {
            case UNREADABLE -> ExitStatus.WRONG_USAGE;
            case NOT_SUPPORTED -> ExitStatus.NOT_SUPPORTED;
        };
    }
}
