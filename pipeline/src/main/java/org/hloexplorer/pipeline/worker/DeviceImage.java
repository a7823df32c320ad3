package org.hloexplorer.pipeline.worker;

import java.util.List;
import org.hloexplorer.pipeline.worker.ProgramImage.Step;

/** A program as the child that serves a device holds it: source, one block of the device's memory, and steps in order. */
public record DeviceImage(DeviceSource source, long memoryBytes, List<Step> steps) {
    public DeviceImage {
        steps = List.copyOf(steps);
    }
}
