package org.hloexplorer.app.cli;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.hloexplorer.pipeline.backend.DeviceKind;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A device as it is named on the command line: {@code cpu}, or {@code gpu:1}, the second of the GPUs. */
record DeviceChoice(DeviceKind kind, int number) {

    /** For picocli. */
    static final class Converter implements ITypeConverter<DeviceChoice> {
        @Override
        public DeviceChoice convert(String text) {
            int colon = text.indexOf(':');
            var kind = kind(colon < 0 ? text : text.substring(0, colon));
            if (colon < 0) {
                return new DeviceChoice(kind, 0);
            }
            var number = text.substring(colon + 1);
            if (kind != DeviceKind.GPU || !number.matches("\\d{1,4}")) {
                throw new TypeConversionException(
                        "'%s' names no device: only GPUs are numbered, as gpu:1".formatted(text));
            }
            return new DeviceChoice(kind, Integer.parseInt(number));
        }

        private static DeviceKind kind(String text) {
            return Arrays.stream(DeviceKind.values())
                    .filter(each -> each.text().equalsIgnoreCase(text))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("'%s' is no device: there are %s"
                            .formatted(
                                    text,
                                    Arrays.stream(DeviceKind.values())
                                            .map(DeviceKind::text)
                                            .collect(Collectors.joining(", ")))));
        }
    }

    /** The same with the number that another option names, if it does. */
    DeviceChoice numbered(int other) {
        return kind == DeviceKind.GPU && other != 0 ? new DeviceChoice(kind, other) : this;
    }
}
