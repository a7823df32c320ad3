package org.hloexplorer.pipeline.backend.planned;

import java.util.concurrent.CancellationException;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.BackendException.Kind;
import org.hloexplorer.pipeline.worker.WorkerException;

/** The worker's failures as a backend's. */
public final class Failures {
    private Failures() {}

    /**
     * As {@link #backendException(WorkerException)}, with where the kernel comes from in the user's program.
     *
     * @param module that the kernel's name is of
     */
    public static BackendException backendException(WorkerException e, HloModule module) {
        var plain = backendException(e);
        var place = e.kernel()
                .flatMap(name -> module.computations().stream()
                        .flatMap(computation -> computation.find(name).stream())
                        .findFirst())
                .map(instruction -> SourceLines.of(module, instruction))
                .orElse("");
        return place.isEmpty()
                ? plain
                : new BackendException(plain.kind(), "%s (%s)".formatted(plain.getMessage(), place), plain);
    }

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
