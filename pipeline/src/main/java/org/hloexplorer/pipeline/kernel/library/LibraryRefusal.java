package org.hloexplorer.pipeline.kernel.library;

import java.io.Serial;

/** Something that the library does not take; the message is a part of a sentence that says why. */
public final class LibraryRefusal extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final int contraction;
    private final boolean isOfEpilogue;

    /** @param isOfEpilogue whether only what follows the dot or convolution is refused */
    public LibraryRefusal(int contraction, boolean isOfEpilogue, String reason) {
        super(reason, null, false, false);
        this.contraction = contraction;
        this.isOfEpilogue = isOfEpilogue;
    }

    /** The id of the dot or convolution. */
    public int contraction() {
        return contraction;
    }

    public boolean isOfEpilogue() {
        return isOfEpilogue;
    }
}
