package org.hloexplorer.hlo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class FloatFormatsTests {

    /** Golden values made with numpy and the ml_dtypes package: type, bits of a double, bits it is rounded to. */
    @Test
    void roundsAsMlDtypesDoes() throws IOException {
        int checked = 0;
        for (var line : goldenLines()) {
            var fields = line.split(" ");
            var type = PrimitiveType.named(fields[0]).orElseThrow();
            double value = Double.longBitsToDouble(Long.parseUnsignedLong(fields[1], 16));
            assertThat(FloatFormats.encode(type, value))
                    .as("%s of %s", type, value)
                    .isEqualTo(Long.parseLong(fields[2], 16));
            checked++;
        }
        assertThat(checked).isGreaterThan(1000);
    }

    @Property(tries = 300)
    void encodesWhatItDecoded(@ForAll byte code) {
        for (var type : PrimitiveType.values()) {
            if (type.isFloating() && type.bits() <= 8) {
                long bits = code & ((1 << type.bits()) - 1);
                double value = FloatFormats.decode(type, bits);
                if (!Double.isNaN(value)) {
                    assertThat(FloatFormats.encode(type, value))
                            .as("%s %s", type, bits)
                            .isEqualTo(bits);
                }
            }
        }
    }

    @Test
    void keepsNanQuietInBfloat16() {
        float nan = Float.intBitsToFloat(0x7F800001);
        assertThat(Float.isNaN((float) FloatFormats.decode(PrimitiveType.BF16, FloatFormats.encodeBfloat16(nan))))
                .isTrue();
    }

    private static List<String> goldenLines() throws IOException {
        var stream = FloatFormatsTests.class.getResourceAsStream("/eval/float-formats.txt");
        try (var reader =
                new BufferedReader(new InputStreamReader(Objects.requireNonNull(stream), StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }
}
