package org.hloexplorer.pipeline.worker;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A child did not give an answer. The message is a sentence for people; the next request starts a new child. */
public final class WorkerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why there is no answer. */
    public enum Reason {
        /** No child could be started here. */
        UNAVAILABLE,
        /** The child ended by itself: a wild store, an abort in LLVM. */
        CRASHED,
        TIMED_OUT,
        CANCELLED,
        /** The child lives and says that it cannot. */
        REFUSED
    }

    private final Reason reason;
    private final @Nullable String kernel;

    WorkerException(Reason reason, @Nullable String kernel, String message) {
        super(message);
        this.reason = reason;
        this.kernel = kernel;
    }

    public Reason reason() {
        return reason;
    }

    /** The kernel that was being compiled or run, where one was. */
    public Optional<String> kernel() {
        return Optional.ofNullable(kernel);
    }
}
