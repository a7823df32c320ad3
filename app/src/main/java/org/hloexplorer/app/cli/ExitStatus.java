package org.hloexplorer.app.cli;

/** How a verb ended, as scripts see it. */
enum ExitStatus {
    FINE(0),
    /** Diagnostics, a difference, a divergence, an assertion that does not hold. */
    FINDING(1),
    WRONG_USAGE(2),
    DEVICE_MISSING(3),
    NOT_SUPPORTED(4),
    FAULT(70);

    private final int code;

    ExitStatus(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    /** The one that matters more where a verb worked on several files. */
    ExitStatus or(ExitStatus other) {
        return code >= other.code ? this : other;
    }
}
