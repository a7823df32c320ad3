package org.hloexplorer.pipeline.worker;

import java.time.Duration;
import org.hloexplorer.hlo.Cancellation;

/** How long a request may take, and who may end it before. */
public record Limit(Duration timeout, Cancellation cancellation) {

    /** A limit of time alone. */
    public static Limit of(Duration timeout) {
        return new Limit(timeout, new Cancellation());
    }

    /** The same canceller, another time. */
    public Limit within(Duration changed) {
        return new Limit(changed, cancellation);
    }
}
