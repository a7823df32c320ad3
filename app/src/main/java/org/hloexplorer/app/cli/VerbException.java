package org.hloexplorer.app.cli;

import java.io.Serial;

/** Why a verb cannot go on, in a sentence for the user. */
final class VerbException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final ExitStatus status;

    VerbException(ExitStatus status, String message) {
        super(message);
        this.status = status;
    }

    VerbException(ExitStatus status, String message, Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    ExitStatus status() {
        return status;
    }
}
