package org.hloexplorer.pipeline.worker;

import java.io.Serial;
import org.hloexplorer.pipeline.driver.DriverException;

/** A driver that said no to a kernel, in the child. */
final class KernelFailure extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final String kernel;
    private final boolean isLost;

    KernelFailure(String kernel, DriverException cause) {
        super("kernel `%s`: %s".formatted(kernel, cause.getMessage()), cause);
        this.kernel = kernel;
        this.isLost = cause.isLost();
    }

    String kernel() {
        return kernel;
    }

    /** As {@link DriverException#isLost}. */
    boolean isLost() {
        return isLost;
    }
}
