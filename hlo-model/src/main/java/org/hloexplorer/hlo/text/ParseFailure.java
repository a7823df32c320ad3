package org.hloexplorer.hlo.text;

import org.jspecify.annotations.Nullable;

/** Ends the parsing of one instruction or header; caught where the parser can go on. */
final class ParseFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final DiagnosticCode code;
    private final int start;
    private final int end;
    private final @Nullable String note;

    ParseFailure(DiagnosticCode code, int start, int end, String message, @Nullable String note) {
        super(message, null, false, false);
        this.code = code;
        this.start = start;
        this.end = end;
        this.note = note;
    }

    DiagnosticCode code() {
        return code;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    @Nullable
    String note() {
        return note;
    }

    String message() {
        return String.valueOf(getMessage());
    }
}
