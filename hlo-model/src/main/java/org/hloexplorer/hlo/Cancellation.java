package org.hloexplorer.hlo;

import java.util.concurrent.CancellationException;

/** Lets whoever started long work stop it; the work asks now and then. */
public final class Cancellation {

    private volatile boolean cancelled;

    /** Asks the work to stop as soon as it can. Any thread may call this. */
    public void cancel() {
        cancelled = true;
    }

    public boolean isCancelled() {
        return cancelled;
    }

    /** Ends the work here where it was cancelled. */
    public void check() {
        if (cancelled) {
            throw new CancellationException("cancelled");
        }
    }
}
