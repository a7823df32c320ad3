package org.hloexplorer.pipeline.backend;

import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;

/** Makes programs of modules for one kind of device. */
public interface Backend {

    DeviceDescription device();

    /**
     * A program for this device.
     *
     * @throws BackendException where the device is missing or the module needs something not supported
     */
    Executable compile(HloModule module, Cancellation cancellation) throws BackendException;
}
