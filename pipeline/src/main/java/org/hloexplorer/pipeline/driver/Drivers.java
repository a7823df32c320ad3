package org.hloexplorer.pipeline.driver;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/** All devices of this machine's drivers, by number, and what became of what cannot be used. */
public final class Drivers {
    private Drivers() {}

    /** A device and how to begin to use it. */
    record Found(GpuDevice device, Supplier<DeviceSession> session) {}

    /** Everything that is there, and the reasons for what is not. */
    public static DriverReport report() {
        List<String> findings = new ArrayList<>();
        var devices = find(findings).stream().map(Found::device).toList();
        return new DriverReport(devices, findings);
    }

    /**
     * A session on the device of this number.
     *
     * @throws DriverException where there is none, or it cannot be used now
     */
    public static DeviceSession open(int number) {
        return find(new ArrayList<>()).stream()
                .filter(each -> each.device().number() == number)
                .findFirst()
                .orElseThrow(() -> new DriverException("there is no GPU %d any more".formatted(number)))
                .session()
                .get();
    }

    /** Graphics processors first; the same one by OpenCL before CUDA. */
    private static List<Found> find(List<String> findings) {
        List<Found> found = new ArrayList<>(OpenClDevices.find(findings));
        found.addAll(CudaDevices.find(findings));
        found.sort(Comparator.comparingInt(each -> order(each.device().kind())));
        List<Found> numbered = new ArrayList<>();
        for (var each : found) {
            numbered.add(new Found(each.device().numbered(numbered.size()), each.session()));
        }
        return numbered;
    }

    private static int order(String kind) {
        return switch (kind) {
            case "GPU" -> 0;
            case "accelerator" -> 1;
            default -> 2;
        };
    }
}
