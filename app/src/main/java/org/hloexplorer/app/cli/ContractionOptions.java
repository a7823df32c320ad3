package org.hloexplorer.app.cli;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.hloexplorer.app.workbench.Devices;
import org.hloexplorer.pipeline.backend.ContractionEngine;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What computes dots and convolutions: an option that several verbs share. */
final class ContractionOptions {

    @Option(
            names = "--dot",
            paramLabel = "ENGINE",
            converter = Converter.class,
            description =
                    "What computes dots and convolutions on the cpu: generated (kernels of tiles), or onednn (the library, with "
                            + "bias, relu and gelu where they follow; what it does not take is generated, and named with the "
                            + "reason). Default: generated.")
    private @Nullable ContractionEngine engine;

    /** For picocli. */
    static final class Converter implements ITypeConverter<ContractionEngine> {
        @Override
        public ContractionEngine convert(String text) {
            return ContractionEngine.named(text)
                    .orElseThrow(() -> new TypeConversionException("'%s' computes no dots: there are %s"
                            .formatted(
                                    text,
                                    Arrays.stream(ContractionEngine.values())
                                            .map(ContractionEngine::text)
                                            .collect(Collectors.joining(", ")))));
        }
    }

    boolean isGiven() {
        return engine != null;
    }

    /** Lets the processor compute with it. */
    void applyTo(Devices devices, DeviceKind device) {
        if (engine == null) {
            return;
        }
        if (device != DeviceKind.CPU) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE,
                    "--dot chooses what computes on the cpu, not on %s.".formatted(device.text()));
        }
        devices.useContractions(engine);
    }
}
