package org.hloexplorer.pipeline.backend.tpu;

import java.io.Serial;

/** The time that a run was given is over. */
final class TimeUpException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    TimeUpException(String message) {
        super(message);
    }
}
