package org.hloexplorer.pipeline.onednn;

/** oneDNN refuses, or is not there; the message says why. */
public final class OneDnnException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OneDnnException(String message) {
        super(message);
    }

    OneDnnException(String message, Throwable cause) {
        super(message, cause);
    }
}
