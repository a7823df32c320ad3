package org.hloexplorer.pipeline.kernel.library;

import java.io.Serial;

/** What cannot be put in the library's words; the message says why. */
final class Unsuitable extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    Unsuitable(String reason) {
        super(reason, null, false, false);
    }
}
