package org.hloexplorer.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hloexplorer.app.cli.Shell.hlox;
import static org.hloexplorer.app.cli.Shell.hloxReading;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class CheckVerbTests {
    private static final String FAULTY = """
            HloModule m
            ENTRY main {
              p = f32[8] parameter(0)
              maximum.1 = f32[8] negate(p)
              a = f32[8] add(p, maximun.1)
              ROOT out = f32[8] subtract(p, q)
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("org.hloexplorer.app.cli.Samples#arguments")
    void samplesAreSoundAndSurviveTheRoundTrip(String sample) {
        var result = hlox("check", "--roundtrip", "--json", sample);

        assertThat(result.status()).isZero();
        var line = result.onlyJson();
        assertThat(line.get("file").asString()).isEqualTo(sample);
        assertThat(line.get("ok").asBoolean()).isTrue();
        assertThat(line.get("format").asString()).isEqualTo("hlo");
        assertThat(line.get("instructions").asInt()).isPositive();
        assertThat(line.get("computations").asInt()).isPositive();
        assertThat(line.get("errors")).isEmpty();
        assertThat(line.get("roundtrip").asBoolean()).isTrue();
    }

    @Test
    void everyErrorIsShownWithItsPlaceAndRemedy() {
        var result = hloxReading(FAULTY, "check", "-");

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.out())
                .contains("""
                <stdin>:5:21: error:""", "[unknown-operand]", """
                  a = f32[8] add(p, maximun.1)
                                    ^~~~~~~~~
                """, "did you mean 'maximum.1'", "<stdin>:6:33: error:");
    }

    @Test
    void errorsAreDataInJson() {
        var line = hloxReading(FAULTY, "check", "--json", "-").onlyJson();

        assertThat(line.get("ok").asBoolean()).isFalse();
        assertThat(line.get("errors")).hasSize(2);
        var error = line.get("errors").get(0);
        assertThat(error.get("line").asInt()).isEqualTo(5);
        assertThat(error.get("column").asInt()).isEqualTo(21);
        assertThat(error.get("code").asString()).isEqualTo("unknown-operand");
        assertThat(error.get("message").asString()).contains("maximun.1");
        assertThat(line.get("roundtrip")).isNull();
    }

    @Test
    void allFilesAreCheckedWhateverOneOfThemIs() throws IOException {
        var faulty = Files.writeString(folder.resolve("faulty.hlo"), FAULTY).toString();

        var result =
                hlox("check", "--json", faulty, folder.resolve("missing.hlo").toString(), "sample:softmax");

        assertThat(result.status()).as("the missing file is the worst of it").isEqualTo(2);
        assertThat(result.err()).contains("missing.hlo");
        var total = result.json().getLast();
        assertThat(total.get("files").asInt()).isEqualTo(3);
        assertThat(total.get("ok").asInt()).isEqualTo(1);
    }

    @Test
    void aProtoIsNotReadInThisVersion() throws IOException {
        var proto = Files.write(folder.resolve("m.pb"), new byte[] {8, 0, 1}).toString();

        var result = hlox("check", proto);

        assertThat(result.status()).isEqualTo(4);
        assertThat(result.err()).contains("HLO text only");
    }

    @Test
    void withoutAFileItIsWrongUsage() {
        assertThat(hlox("check").status()).isEqualTo(2);
    }
}
