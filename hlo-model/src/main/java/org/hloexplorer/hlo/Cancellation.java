package org.hloexplorer.hlo;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Lets whoever started long work stop it; the work asks now and then. */
public final class Cancellation {
    private final @Nullable Cancellation parent;
    private final long deadlineNanos;

    private volatile boolean cancelled;

    public Cancellation() {
        this(null, 0);
    }

    private Cancellation(@Nullable Cancellation parent, long deadlineNanos) {
        this.parent = parent;
        this.deadlineNanos = deadlineNanos;
    }

    /** One that also ends by itself after this time, and whenever this one is cancelled. */
    public Cancellation within(Duration time) {
        return new Cancellation(this, System.nanoTime() + time.toNanos());
    }

    /** Asks the work to stop as soon as it can. Any thread may call this. */
    public void cancel() {
        cancelled = true;
    }

    public boolean isCancelled() {
        return cancelled || (parent != null && (parent.isCancelled() || isLate()));
    }

    /** Whether the time is up, for one made with {@link #within}. */
    public boolean isLate() {
        return parent != null && System.nanoTime() - deadlineNanos > 0;
    }

    /** Ends the work here where it was cancelled. */
    public void check() {
        if (isCancelled()) {
            throw new CancellationException(isLate() ? "the time is up" : "cancelled");
        }
    }
}
