package org.hloexplorer.pipeline.driver;

import java.io.Serial;

/** A driver that said no; the message is a sentence with the driver's own word for it. */
public final class DriverException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    public DriverException(String message) {
        super(message);
    }
}
