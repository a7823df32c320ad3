package org.hloexplorer.app.workbench;

import java.io.Serial;

/** A source that cannot be read; the message says which, why, and what can be done. */
public final class SourceException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    /** What kind of trouble it is, for the exit status. */
    public enum Kind {
        /** There is no such file or sample, or it cannot be opened. */
        UNREADABLE,
        /** It can be read, but not understood by this version. */
        NOT_SUPPORTED
    }

    private final Kind kind;

    SourceException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    SourceException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
