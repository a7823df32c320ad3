package org.hloexplorer.app.cli;

import java.nio.file.FileSystemException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import org.hloexplorer.app.workbench.SourceException;
import org.hloexplorer.hlo.eval.EvaluationException;
import org.hloexplorer.hlo.eval.FailedExpectationException;
import org.hloexplorer.pipeline.backend.BackendException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Turns whatever went wrong into a sentence and an exit status; stack traces only for {@code --debug}. With
 * {@code --json} the sentence is a line of JSON among the results.
 */
final class ErrorReports implements IExecutionExceptionHandler, IParameterExceptionHandler {

    /** The line that is written. */
    record Failure(String error, String kind, int exitStatus) {}

    private static final String JSON = "--json";

    @Override
    public int handleExecutionException(Exception exception, CommandLine commandLine, ParseResult result) {
        var arguments = result.expandedArgs();
        var status = status(exception);
        report(text(exception, status), status, commandLine, arguments);
        trace(exception, commandLine, arguments);
        return status.code();
    }

    @Override
    public int handleParseException(ParameterException exception, String[] arguments) {
        var commandLine = exception.getCommandLine();
        var list = Arrays.asList(arguments);
        report(sentence(String.valueOf(exception.getMessage())), ExitStatus.WRONG_USAGE, commandLine, list);
        if (!list.contains(JSON)) {
            UnmatchedArgumentException.printSuggestions(exception, commandLine.getErr());
            commandLine
                    .getErr()
                    .println("See hlox help%s."
                            .formatted(commandLine.getParent() == null ? "" : " " + commandLine.getCommandName()));
        }
        trace(exception, commandLine, list);
        return ExitStatus.WRONG_USAGE.code();
    }

    private static void report(String text, ExitStatus status, CommandLine commandLine, List<String> arguments) {
        if (arguments.contains(JSON)) {
            var kind = status.name().toLowerCase(Locale.ROOT);
            new JsonLines(commandLine.getOut()).write(new Failure(text, kind, status.code()));
        } else {
            commandLine.getErr().println("hlox: " + text);
            commandLine.getErr().flush();
        }
    }

    private static void trace(Exception exception, CommandLine commandLine, List<String> arguments) {
        if (arguments.contains("--debug")) {
            exception.printStackTrace(commandLine.getErr());
        }
        commandLine.getErr().flush();
    }

    private static String text(Exception exception, ExitStatus status) {
        return status == ExitStatus.FAULT && !(exception instanceof BackendException)
                ? "a fault of hlox itself: %s. Run it again with --debug to see where.".formatted(exception)
                : message(exception);
    }

    private static String message(Exception exception) {
        return exception instanceof FileSystemException file
                ? "%s cannot be written or read: %s.".formatted(file.getFile(), FileTrouble.of(file))
                : String.valueOf(exception.getMessage());
    }

    private static ExitStatus status(Exception exception) {
        return switch (exception) {
            case Exception failed when isFailedExpectation(failed) -> ExitStatus.FINDING;
            case VerbException verb -> verb.status();
            case SourceException source -> Verb.statusOf(source);
            case BackendException backend -> statusOf(backend.kind());
            case CancellationException _ -> ExitStatus.FINDING;
            case EvaluationException _ -> ExitStatus.NOT_SUPPORTED;
            case FileSystemException _ -> ExitStatus.WRONG_USAGE;
            default -> ExitStatus.FAULT;
        };
    }

    /** Whether a comparison that the program asks for did not hold: a finding, wherever it was met. */
    private static boolean isFailedExpectation(Exception exception) {
        for (Throwable at = exception; at != null; at = at.getCause()) {
            if (at instanceof FailedExpectationException) {
                return true;
            }
        }
        return false;
    }

    static ExitStatus statusOf(BackendException.Kind kind) {
        return switch (kind) {
            case DEVICE_MISSING -> ExitStatus.DEVICE_MISSING;
            case NOT_SUPPORTED -> ExitStatus.NOT_SUPPORTED;
            case OUT_OF_TIME -> ExitStatus.FINDING;
            case FAILED -> ExitStatus.FAULT;
        };
    }

    /** What picocli says, as a sentence; it doubles a word where the value of a map is wrong. */
    private static String sentence(String said) {
        var message = said.replace("option option", "option");
        return message.endsWith(".") || message.endsWith("?") ? message : message + ".";
    }
}
