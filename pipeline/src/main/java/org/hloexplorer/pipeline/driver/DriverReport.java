package org.hloexplorer.pipeline.driver;

import java.util.List;

/**
 * What was found on this machine.
 *
 * @param devices that programs can run on, the most promising first
 * @param findings what was looked for and is not there, or cannot be used, each as words that can stand in a list
 */
public record DriverReport(List<GpuDevice> devices, List<String> findings) {
    public DriverReport {
        devices = List.copyOf(devices);
        findings = List.copyOf(findings);
    }
}
