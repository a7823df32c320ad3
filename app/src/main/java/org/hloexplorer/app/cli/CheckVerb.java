package org.hloexplorer.app.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.hloexplorer.app.workbench.Dumps;
import org.hloexplorer.app.workbench.ProgramReader;
import org.hloexplorer.app.workbench.ProgramSource;
import org.hloexplorer.app.workbench.SourceException;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.Diagnostic;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.hlo.text.HloPrinter;
import org.hloexplorer.hlo.text.ParsedModule;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hlox check}: what is wrong with programs. */
@Command(
        name = "check",
        description = {
            "Reads and verifies programs, and prints all errors and warnings of all files: HLO text, HLO protocol buffers",
            "and StableHLO text, compressed or not, told apart by what they hold. A folder stands for all programs below it.",
            "Each has file, line and column, the source line and a caret, a code, and where possible a remedy."
        },
        footer = {
            "%nJSON, one line for each file: file, ok, format, instructions, computations, "
                    + "errors[{line, column, code, message, note}], warnings[the same], with --roundtrip also roundtrip; "
                    + "then a last line with files, ok.",
            "%nExit status 1 where a file has errors, or does not survive the round trip."
        })
final class CheckVerb extends Verb {

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description = "Files, folders, sample:NAME, or - for standard input.")
    private List<String> files = List.of();

    @Option(
            names = "--roundtrip",
            description = "Also print each module, parse the result and print again: both texts must be the same.")
    private boolean roundtrip;

    /** A complaint as JSON. */
    record Complaint(
            int line,
            int column,
            String code,
            String message,
            @Nullable String note) {
        static Complaint of(Diagnostic diagnostic) {
            var span = diagnostic.span();
            return new Complaint(
                    span.line(), span.column(), diagnostic.code().text(), diagnostic.message(), diagnostic.note());
        }
    }

    /** The line for a file. */
    record CheckedFile(
            String file,
            boolean ok,
            String format,
            int instructions,
            int computations,
            List<Complaint> errors,
            List<Complaint> warnings,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Boolean roundtrip) {}

    /** The last line. */
    record Total(int files, int ok) {}

    CheckVerb(Terminal terminal, Sources sources) {
        super(terminal, sources);
    }

    @Override
    ExitStatus perform() {
        files.stream()
                .filter(Dumps::isOne)
                .forEach(each -> note("%s is a dump: %s"
                        .formatted(each, DumpReading.folder(each).summary())));
        var programs = programs();
        if (programs.isEmpty()) {
            throw new VerbException(
                    ExitStatus.NOT_SUPPORTED, "%s: no file there holds a program.".formatted(String.join(", ", files)));
        }
        var status = ExitStatus.FINE;
        int good = 0;
        for (var file : programs) {
            var result = checkOrReport(file);
            good += result == ExitStatus.FINE ? 1 : 0;
            status = status.or(result);
        }
        if (isJson()) {
            write(new Total(programs.size(), good));
        } else if (programs.size() > 1 || files.size() != programs.size()) {
            note("%d of %d without errors".formatted(good, programs.size()));
        }
        return status;
    }

    private List<String> programs() {
        try {
            return sources().programs(files);
        } catch (SourceException e) {
            throw new VerbException(statusOf(e), String.valueOf(e.getMessage()), e);
        }
    }

    /** A file that cannot be read must not keep the others from being checked. */
    private ExitStatus checkOrReport(String file) {
        try {
            return check(file);
        } catch (VerbException e) {
            note("hlox: " + e.getMessage());
            return e.status();
        }
    }

    private ExitStatus check(String file) {
        var source = read(file);
        var parsed = ProgramReader.read(source);
        var survives = roundtrip && !parsed.hasErrors() ? parsed.module().map(CheckVerb::survivesRoundTrip) : null;
        boolean good = !parsed.hasErrors() && (survives == null || survives.orElse(true));
        if (isJson()) {
            write(line(source, good, parsed, survives == null ? null : survives.orElse(null)));
        } else {
            printComplaints(parsed);
            if (good) {
                print(parsed.module()
                        .map(module -> allIsWell(source.name(), module))
                        .orElse(""));
            }
            if (survives != null && !survives.orElse(true)) {
                print(source.name() + ": error: printed and parsed again, the module gives another text [roundtrip]");
            }
        }
        return good ? ExitStatus.FINE : ExitStatus.FINDING;
    }

    private void printComplaints(ParsedModule parsed) {
        for (var diagnostic : parsed.diagnostics()) {
            print(parsed.render(diagnostic));
        }
    }

    private static String allIsWell(String name, HloModule module) {
        return "%s: ok, %d instructions in %d computations"
                .formatted(
                        name, module.instructionCount(), module.computations().size());
    }

    private static boolean survivesRoundTrip(HloModule module) {
        var text = HloPrinter.print(module);
        var again = HloParser.parse("printed", text);
        return !again.hasErrors()
                && again.module().map(HloPrinter::print).map(text::equals).orElse(false);
    }

    private static CheckedFile line(
            ProgramSource source, boolean good, ParsedModule parsed, @Nullable Boolean survives) {
        return new CheckedFile(
                source.name(),
                good,
                source.format().text(),
                parsed.module().map(HloModule::instructionCount).orElse(0),
                parsed.module().map(module -> module.computations().size()).orElse(0),
                complaints(parsed, true),
                complaints(parsed, false),
                survives);
    }

    private static List<Complaint> complaints(ParsedModule parsed, boolean errors) {
        return parsed.diagnostics().stream()
                .filter(each -> each.isError() == errors)
                .map(Complaint::of)
                .toList();
    }
}
