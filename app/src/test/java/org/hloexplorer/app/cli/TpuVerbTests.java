package org.hloexplorer.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hloexplorer.app.cli.Shell.hlox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TpuVerbTests {

    /** Known from the formulas, and for {@code scalesim} from SCALE-Sim itself. */
    @ParameterizedTest
    @CsvSource({"4x4, scalesim, '5,4,4', 15", "16x16, scalesim, '64,64,64', 1760", "8x8, scalesim, '8,8,8', 30"})
    void aProductTakesTheCyclesOfItsClosedForm(String array, String timing, String gemm, long cycles) {
        var line = hlox("tpu", "--json", "--gemm=" + gemm, "--array=" + array, "--timing=" + timing)
                .onlyJson();

        assertThat(line.get("cycles").asLong()).isEqualTo(cycles);
        assertThat(line.get("closed_form").asLong()).isEqualTo(cycles);
        assertThat(line.get("file")).isNull();
        assertThat(line.get("matmuls").get(0).get("folds").asInt()).isPositive();
    }

    @Test
    void aProgramIsSimulatedAndComparedWithTheReference() {
        var result = hlox("tpu", "--json", "sample:mlp_inference");

        assertThat(result.status()).as(result.err()).isZero();
        var line = result.onlyJson();
        assertThat(line.get("file").asString()).isEqualTo("sample:mlp_inference");
        assertThat(line.get("array").asString()).isEqualTo("8x8");
        assertThat(line.get("timing").asString()).isEqualTo("double-buffered");
        assertThat(line.get("matmuls")).hasSize(2);
        var first = line.get("matmuls").get(0);
        assertThat(first.get("m").asInt()
                        * first.get("n").asInt()
                        * first.get("k").asInt())
                .isEqualTo(128 * 784 * 512);
        assertThat(line.get("states")
                        .get("matrix_unit")
                        .valueStream()
                        .mapToLong(each -> each.asLong())
                        .sum())
                .isEqualTo(line.get("cycles").asLong());
        assertThat(line.get("compare").get("ok").asBoolean()).isTrue();
    }

    @Test
    void aChipHasSecondsWhereItsClockIsKnown() {
        assertThat(hlox("tpu", "--json", "--gemm=64,64,64", "--chip=v4")
                        .onlyJson()
                        .get("seconds")
                        .asDouble())
                .isPositive();
        assertThat(hlox("tpu", "--json", "--gemm=64,64,64", "--chip=v7x")
                        .onlyJson()
                        .get("seconds"))
                .isNull();
    }

    @Test
    void theCellsOfACycleCanBeLookedAt() {
        var result = hlox("tpu", "--gemm=5,4,4", "--array=4x4", "--at=6");

        assertThat(result.out()).contains("cycle 6: 6 of 16 cells multiply");
        assertThat(hlox("tpu", "--gemm=5,4,4", "--array=4x4", "--at=15").err()).contains("takes 15 cycles");
    }

    @Test
    void simulationsAreWrittenToFiles(@TempDir Path folder) throws IOException {
        var result = hlox(
                "tpu",
                "--gemm=5,4,8",
                "--array=4x4",
                "--trace=" + folder.resolve("a.json"),
                "--vcd=" + folder.resolve("a.vcd"),
                "--csv=" + folder.resolve("a.csv"),
                "--instructions=" + folder.resolve("a.txt"),
                "--frames=0:3",
                "--gif=" + folder.resolve("a.gif"),
                "--pictures=" + folder.resolve("pictures"));

        assertThat(result.status()).as(result.err()).isZero();
        assertThat(Files.readString(folder.resolve("a.json"))).contains("traceEvents");
        assertThat(Files.readString(folder.resolve("a.vcd"))).contains("$enddefinitions");
        assertThat(Files.readAllLines(folder.resolve("a.csv"))).hasSize(2);
        assertThat(Files.readString(folder.resolve("a.txt"))).contains("matrix_multiply", "read_memory", "halt");
        assertThat(Files.size(folder.resolve("a.gif"))).isPositive();
        assertThat(folder.resolve("pictures/cycle-3.png")).exists();
    }

    @Test
    void convolutionsAreDoneEitherWay(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("c.hlo"), """
                HloModule m
                ENTRY main {
                  x = f32[1,8,8,4] parameter(0)
                  w = f32[3,3,4,2] parameter(1)
                  ROOT c = f32[1,6,6,2] convolution(x, w), window={size=3x3}, dim_labels=b01f_01io->b01f
                }
                """);
        for (var method : List.of("im2col", "taps")) {
            var line =
                    hlox("tpu", "--json", "--conv=" + method, file.toString()).onlyJson();
            assertThat(line.get("matmuls").get(0).get("taps").asInt()).isEqualTo(method.equals("taps") ? 9 : 1);
            assertThat(line.get("compare").get("ok").asBoolean()).isTrue();
            var program = line.get("program");
            assertThat(program.get("cycles").asLong())
                    .isBetween(
                            program.get("at_least").asLong(),
                            program.get("at_most").asLong());
        }
        assertThat(hlox("tpu", "--conv=fft", file.toString()).err()).contains("im2col, taps");
    }

    @Test
    void whatCannotBeIsRefusedWithTheChoices() {
        assertThat(hlox("tpu", "--gemm=1,2,3", "--frames=0:3").err()).contains("--gif");
        assertThat(hlox("tpu", "--gemm=1,2,3", "--gif=x.gif").err()).contains("--frames");
        assertThat(hlox("tpu", "--gemm=1,2,3", "--frames=3", "--gif=x.gif").err())
                .contains("0:20");

        assertThat(hlox("tpu", "--gemm=1,2,3", "--chip=v9").err()).contains("v5e");
        assertThat(hlox("tpu", "--gemm=1,2,3", "--timing=slow").err()).contains("scalesim");
        assertThat(hlox("tpu", "--gemm=1,2,3", "--array=16").status()).isEqualTo(2);
        assertThat(hlox("tpu", "--gemm=1,2,3", "--array=9999x9999").err()).contains("4096");
        assertThat(hlox("tpu", "--gemm=1,2").status()).isEqualTo(2);
        assertThat(hlox("tpu").status()).isEqualTo(2);
    }
}
