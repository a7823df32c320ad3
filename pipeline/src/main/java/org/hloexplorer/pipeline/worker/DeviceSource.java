package org.hloexplorer.pipeline.worker;

import java.util.List;

/**
 * A program in a device's language.
 *
 * @param device the number of the device
 * @param library what the kernels call, before all of them
 * @param options of the device's compiler
 */
public record DeviceSource(int device, String library, List<KernelSource> kernels, String options) {
    public DeviceSource {
        kernels = List.copyOf(kernels);
    }

    /** All of it as one text. Lines are counted for each kernel anew, under its name. */
    String text() {
        var text = new StringBuilder(library);
        for (var kernel : kernels) {
            text.append("#line 1 \"%s\"\n".formatted(kernel.symbol())).append(kernel.ir());
        }
        return text.toString();
    }

    DeviceSource of(KernelSource kernel) {
        return new DeviceSource(device, library, List.of(kernel), options);
    }
}
