package org.hloexplorer.pipeline.backend.planned;

import java.util.concurrent.CancellationException;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.BackendException.Kind;
import org.hloexplorer.pipeline.worker.WorkerException;

/** The worker's failures as a backend's. */
public final class Failures {
    private Failures() {}

    /** @throws CancellationException where it was cancelled: that is no failure */
    public static BackendException backendException(WorkerException e) {
        var message = String.valueOf(e.getMessage());
        return switch (e.reason()) {
            case UNAVAILABLE -> new BackendException(Kind.DEVICE_MISSING, message, e);
            case CANCELLED -> throw new CancellationException(message);
            case TIMED_OUT ->
                new BackendException(
                        Kind.OUT_OF_TIME, message + "; allow it more time, fewer repeats or more threads", e);
            case CRASHED, REFUSED -> new BackendException(Kind.FAILED, message, e);
        };
    }
}
