package org.hloexplorer.hlo.text;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Severity;
import org.jspecify.annotations.Nullable;

/** Collects complaints about one text while it is read. */
final class Diagnostics {
    /** More than anyone reads; a text that is no HLO at all would yield one for each line. */
    private static final int MOST = 200;

    private final SourceText source;
    private final List<Diagnostic> all = new ArrayList<>();
    private int left;

    Diagnostics(SourceText source) {
        this.source = source;
    }

    void error(ParseFailure failure) {
        add(Severity.ERROR, failure.code(), failure.start(), failure.end(), failure.message(), failure.note());
    }

    void error(DiagnosticCode code, int start, int end, String message) {
        add(Severity.ERROR, code, start, end, message, null);
    }

    void error(DiagnosticCode code, int start, int end, String message, @Nullable String note) {
        add(Severity.ERROR, code, start, end, message, note);
    }

    void warning(DiagnosticCode code, int start, int end, String message) {
        add(Severity.WARNING, code, start, end, message, null);
    }

    private void add(
            Severity severity, DiagnosticCode code, int start, int end, String message, @Nullable String note) {
        if (all.size() >= MOST) {
            left++;
            return;
        }
        all.add(new Diagnostic(severity, code, source.span(start, end), message, note));
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** The place of an offset as {@code line:column}. */
    String place(int offset) {
        var span = source.span(offset, offset + 1);
        return span.line() + ":" + span.column();
    }

    /** All complaints in the order of the text, the last one saying how many more there were. */
    List<Diagnostic> all() {
        if (left == 0) {
            return List.copyOf(all);
        }
        var last = all.getLast();
        var counted = new ArrayList<>(all);
        counted.set(
                counted.size() - 1,
                new Diagnostic(
                        last.severity(),
                        last.code(),
                        last.span(),
                        last.message(),
                        "and " + left + " more of the kind"));
        return List.copyOf(counted);
    }
}
