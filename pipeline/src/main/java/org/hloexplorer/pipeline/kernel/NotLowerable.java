package org.hloexplorer.pipeline.kernel;

import java.io.Serial;

/** An instruction that has no loops yet; the message says why, for the list of kernels. */
final class NotLowerable extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    NotLowerable(String reason) {
        super(reason, null, false, false);
    }
}
