package org.hloexplorer.visualizers.source;

import org.hloexplorer.hlo.text.Diagnostic;
import org.jspecify.annotations.Nullable;

/**
 * A complaint about the text in the editor, or about a step of the timeline.
 *
 * @param file where it is; of a step, what its pass is called
 * @param line counted from 1, as is the column
 * @param length how many characters of the line are underlined
 * @param note the likely remedy; null where there is none
 * @param step the version of the module that it is about, which has no place in the text; null where it is about the text
 */
public record Problem(
        String file,
        Severity severity,
        int line,
        int column,
        int length,
        String code,
        String message,
        @Nullable String note,
        @Nullable Integer step) {

    /** How bad it is. */
    public enum Severity {
        ERROR,
        WARNING
    }

    /** What the parser or verifier complains of. */
    public static Problem of(Diagnostic diagnostic) {
        var span = diagnostic.span();
        return new Problem(
                span.file(),
                diagnostic.isError() ? Severity.ERROR : Severity.WARNING,
                span.line(),
                span.column(),
                span.length(),
                diagnostic.code().text(),
                diagnostic.message(),
                diagnostic.note(),
                null);
    }

    /** A step that failed, or a damaged one of a dump. */
    public static Problem ofStep(String pass, int version, String message) {
        return new Problem(pass, Severity.ERROR, 0, 0, 0, "failed-step", message, null, version);
    }

    /** Whether it has a place in the text. */
    boolean isInText() {
        return step == null;
    }

    /** Message and remedy. */
    public String toText() {
        return note == null ? "%s [%s]".formatted(message, code) : "%s [%s]\n%s".formatted(message, code, note);
    }
}
