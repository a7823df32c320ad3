package org.hloexplorer.pipeline.driver;

import java.io.Serial;

/** A driver that said no; the message is a sentence with the driver's own word for it. */
public final class DriverException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final boolean isLost;

    public DriverException(String message) {
        this(message, false);
    }

    /** @param isLost whether the driver serves this process no more, so that another has to go on */
    public DriverException(String message, boolean isLost) {
        super(message);
        this.isLost = isLost;
    }

    public boolean isLost() {
        return isLost;
    }
}
