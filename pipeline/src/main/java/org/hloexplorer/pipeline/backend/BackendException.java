package org.hloexplorer.pipeline.backend;

import java.io.Serial;

/** A program that could not be compiled or run; the message says what happened, why, and what can be done. */
public final class BackendException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    /** What kind of trouble it is, for the exit status. */
    public enum Kind {
        DEVICE_MISSING,
        NOT_SUPPORTED,
        /** It was not done when its time was up. */
        OUT_OF_TIME,
        /** The program crashed, or its code did not compile. */
        FAILED
    }

    private final Kind kind;

    public BackendException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public BackendException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
