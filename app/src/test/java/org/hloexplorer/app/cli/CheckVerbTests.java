package org.hloexplorer.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hloexplorer.app.cli.Shell.hlox;
import static org.hloexplorer.app.cli.Shell.hloxReading;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.hloexplorer.hlo.proto.HloProtoWriter;
import org.hloexplorer.hlo.text.HloParser;
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
    void everyFormatIsReadByWhatItHoldsAndAFolderIsOneArgument() throws IOException {
        var module = HloParser.parseOrThrow("HloModule m\nENTRY e {\n  ROOT p = f32[2] parameter(0)\n}\n");
        Files.write(folder.resolve("a.txt"), HloProtoWriter.write(module).content());
        Files.writeString(folder.resolve("b.bin"), """
                func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
                  %0 = stablehlo.add %arg0, %arg0 : tensor<2xf32>
                  return %0 : tensor<2xf32>
                }
                """);
        Files.createDirectory(folder.resolve("inner"));
        try (var out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("inner/c")))) {
            out.write("HloModule m\nENTRY e {\n  ROOT p = f32[2] parameter(0)\n}\n".getBytes(StandardCharsets.UTF_8));
        }
        Files.writeString(folder.resolve("notes.md"), "no program");

        var result = hlox("check", "--json", "--roundtrip", folder.toString());

        assertThat(result.status()).isZero();
        assertThat(result.json().stream()
                        .limit(3)
                        .map(line -> line.get("format").asString()))
                .containsExactly("pb", "stablehlo", "hlo");
        assertThat(result.json().getLast().get("ok").asInt()).isEqualTo(3);
        assertThat(hlox("check", folder.toString()).err()).contains("3 of 3 without errors");
    }

    @Test
    void aFolderWithoutProgramsIsNoSuccess() {
        var result = hlox("check", folder.toString());
        assertThat(result.status()).isEqualTo(4);
        assertThat(result.err()).contains("no file there holds a program");
    }

    @Test
    void aStepOfADumpIsCheckedWhateverItHolds() throws IOException {
        hlox("opt", "--dump-to=" + folder, "sample:softmax");
        Path step;
        try (var files = Files.list(folder)) {
            step = files.filter(each -> each.getFileName().toString().contains(".0002."))
                    .findFirst()
                    .orElseThrow();
        }
        Files.writeString(step, "garbage");
        var result = hlox("check", folder.toString());
        assertThat(result.status()).isNotZero();
        assertThat(result.out() + result.err()).contains(".0002.");
        assertThat(hlox("diff", folder.toString(), folder.toString()).err()).contains(".0002.");
    }

    @Test
    void bytesThatAreNoProgramAreNamed() throws IOException {
        var unknown = Files.write(folder.resolve("m.pb"), new byte[] {8, 0, 1}).toString();

        var result = hlox("check", unknown);

        assertThat(result.status()).isEqualTo(4);
        assertThat(result.err()).contains("something unknown");
    }

    @Test
    void aTestCallThatDoesNotHoldIsAFinding() throws IOException {
        var program = Files.writeString(folder.resolve("t.mlir"), """
                func.func @main() -> tensor<3xi32> {
                  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
                  check.expect_eq_const %0, dense<[1, 2, 4]> : tensor<3xi32>
                  return %0 : tensor<3xi32>
                }
                """).toString();

        for (var device : new String[] {"reference", "cpu"}) {
            var result = hlox("run", "--device=" + device, program);
            assertThat(result.status()).as(result.err()).isEqualTo(1);
            assertThat(result.err()).contains("element [2] is 3.0 instead of 4.0");
        }
    }

    @Test
    void withoutAFileItIsWrongUsage() {
        assertThat(hlox("check").status()).isEqualTo(2);
    }
}
