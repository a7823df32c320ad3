package org.hloexplorer.app.cli;

import java.util.Locale;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.hlo.text.HloPrinter;
import org.hloexplorer.hlo.text.PrintOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hlox print}: a program as text. */
@Command(name = "print", description = "Prints a module as XLA would.", footer = "%nJSON: file, format, text.")
final class PrintVerb extends Verb {

    /** The ways to print. */
    enum Format {
        LONG,
        SHORT
    }

    @Parameters(paramLabel = "FILE", description = "HLO text, sample:NAME, or - for standard input.")
    private String file = "-";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "long: XLA's usual form, nothing is left out. short: without %%, metadata and program shapes.")
    private Format format = Format.LONG;

    /** The line that is written. */
    record Printed(String file, String format, String text) {}

    PrintVerb(Terminal terminal, Sources sources) {
        super(terminal, sources);
    }

    @Override
    ExitStatus perform() {
        var source = read(file);
        var text = HloPrinter.print(module(source), options());
        if (isJson()) {
            write(new Printed(source.name(), format.name().toLowerCase(Locale.ROOT), text));
        } else {
            printText(text);
        }
        return ExitStatus.FINE;
    }

    private PrintOptions options() {
        return switch (format) {
            case LONG -> PrintOptions.LONG;
            case SHORT -> PrintOptions.SHORT;
        };
    }
}
