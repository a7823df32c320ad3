package org.hloexplorer.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.hloexplorer.app.cli.Shell.hlox;
import static org.hloexplorer.app.cli.Shell.hloxReading;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.Npy;
import org.hloexplorer.hlo.proto.HloProtoWriter;
import org.hloexplorer.hlo.text.HloParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class RunVerbTests {
    private static final String DOUBLING = """
            HloModule doubling
            ENTRY main {
              p = f32[2] parameter(0)
              ROOT sum = f32[2] add(p, p)
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("org.hloexplorer.app.cli.Samples#arguments")
    void samplesRunOnTheReference(String sample) {
        var result = hlox("run", "--device=reference", "--json", sample);

        assertThat(result.status()).as(result.err()).isZero();
        var line = result.onlyJson();
        assertThat(line.get("file").asString()).isEqualTo(sample);
        assertThat(line.get("device").asString()).isEqualTo("reference");
        assertThat(line.get("seed").asInt()).isEqualTo(1);
        assertThat(line.get("median_ms").asDouble()).isPositive();
        assertThat(line.get("outputs")).isNotEmpty();
        assertThat(line.get("outputs").get(0).get("nonfinite").asInt()).isZero();
        assertThat(line.get("outputs").get(0).get("first")).hasSize(8);
    }

    @Test
    void aSavedExecutableRunsWithoutCompiling() {
        var file = folder.resolve("softmax.exe").toString();
        var first = hlox("run", "--save-executable", file, "--json", "sample:softmax");
        assertThat(first.status()).as(first.err()).isZero();
        assertThat(first.err()).contains("wrote " + file);

        var second = hlox("run", "--compare=reference", "--json", file);

        assertThat(second.status()).as(second.err()).isZero();
        var line = second.onlyJson();
        assertThat(line.get("compile_ms").asDouble()).isZero();
        assertThat(line.get("outputs")).isEqualTo(first.onlyJson().get("outputs"));
        assertThat(line.get("compare").get("ok").asBoolean()).isTrue();
        assertThat(hlox("run", file).out()).contains("not compiled now");

        var passes = hlox("run", "--pipeline=cpu", file);
        assertThat(passes.status()).isEqualTo(2);
        assertThat(passes.err()).contains("is compiled already");
        var gpu = hlox("run", "--device=gpu", "--save-executable", file, "sample:softmax");
        assertThat(gpu.status()).isEqualTo(2);
        assertThat(gpu.err()).contains("for the cpu only");
    }

    @ParameterizedTest
    @MethodSource("org.hloexplorer.app.cli.Samples#arguments")
    void samplesRunOnTheTpuAndAgreeWithTheReference(String sample) {
        var result = hlox("run", "--device=tpu", "--compare=reference", "--json", sample);

        assertThat(result.status()).as(result.err()).isZero();
        var compare = result.onlyJson().get("compare");
        assertThat(compare.get("ok").asBoolean()).isTrue();
        assertThat(compare.get("max_rel").asDouble()).isLessThan(0.03);
        assertThat(compare.get("tolerance").asString()).contains("of the largest magnitude");
    }

    @ParameterizedTest
    @MethodSource("org.hloexplorer.app.cli.Samples#arguments")
    void samplesRunOnTheCpuAndAgreeWithTheReference(String sample) {
        var result = hlox("run", "--device=cpu", "--compare=reference", "--json", sample);

        assertThat(result.status()).as(result.err()).isZero();
        var line = result.onlyJson();
        assertThat(line.get("compare").get("ok").asBoolean()).isTrue();
        assertThat(line.get("compare").get("max_rel").asDouble()).isLessThan(1e-5);
        assertThat(line.get("fallbacks")).isEmpty();
        assertThat(line.get("engine").asString()).contains("LLVM");
    }

    @Test
    void softmaxGivesWhatOtherProgramsGiveForTheSameSeed() {
        var output = hlox("run", "--device=reference", "--json", "sample:softmax")
                .onlyJson()
                .get("outputs")
                .get(0);

        assertThat(output.get("dtype").asString()).isEqualTo("f32");
        assertThat(output.get("shape")).hasToString("[512,2048]");
        assertThat(output.get("sum").asDouble()).isCloseTo(512, within(1e-6));
        assertThat(output.get("first").get(0).asDouble()).isCloseTo(0.0004862465721089393, within(1e-11));
    }

    @Test
    void aGpuIsMissingAndTheMessageSaysWhatWasLookedFor() {
        var result = hlox("run", "--device=gpu", "sample:softmax");

        assertThat(result.status()).isEqualTo(3);
        assertThat(result.err()).contains("libcuda", "OpenCL", "--device=cpu");
    }

    @Test
    void aGpuOfANumberThatIsNotOneIsWrongUsage() {
        var result = hlox("run", "--device=cpu:1", "sample:softmax");

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err()).contains("only GPUs are numbered");
    }

    @Test
    void aGpuRunsThroughItsDriverAndTransfersAreToldApart() {
        var hidden = System.clearProperty("hlox.opencl.library");
        try {
            assumeTrue(hlox("machine").out().contains("gpu 0"), "skipped: there is no OpenCL device here");

            var result = hlox("run", "--device=gpu:0", "--compare=reference", "--json", "sample:tanh_axb");

            assertThat(result.status()).as(result.err()).isZero();
            var line = result.onlyJson();
            assertThat(line.get("device").asString()).isEqualTo("gpu");
            assertThat(line.get("engine").asString()).contains("OpenCL C");
            assertThat(line.get("transfers").get("bytes_in").asLong()).isPositive();
            assertThat(line.get("compare").get("ok").asBoolean()).isTrue();
        } finally {
            System.setProperty("hlox.opencl.library", String.valueOf(hidden));
        }
    }

    @Test
    void aParameterIsReadFromAFileAndTheOutputWrittenToOne() throws IOException {
        var input = folder.resolve("p.npy");
        Npy.write(Literal.ofFloats(new float[] {1.5f, -2}, 2), input);

        var result = hloxReading(
                DOUBLING,
                "run",
                "--device=reference",
                "--input",
                "0=" + input,
                "--out",
                folder.resolve("out").toString(),
                "-");

        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.out()).contains("3.00000000, -4.00000000");
        assertThat(Files.exists(folder.resolve("out/out0.npy"))).isTrue();
        assertThat(Npy.read(folder.resolve("out/out0.npy")).doubleAt(1)).isEqualTo(-4);
    }

    @Test
    void aFileThatDoesNotFitItsParameterIsRefused() throws IOException {
        var input = folder.resolve("p.npy");
        Npy.write(Literal.ofFloats(new float[] {1, 2, 3}, 3), input);

        assertThat(hloxReading(DOUBLING, "run", "--device=reference", "--input", "0=" + input, "-"))
                .satisfies(result -> {
                    assertThat(result.status()).isEqualTo(2);
                    assertThat(result.err()).contains("f32[3]", "f32[2]");
                });
        assertThat(hloxReading(DOUBLING, "run", "--device=reference", "--input", "1=" + input, "-")
                        .err())
                .contains("no parameter 1");
    }

    @Test
    void whatTheReferenceDoesNotKnowIsNotSupported() {
        var result = hloxReading(
                "HloModule m\nENTRY e { p = f32[2] parameter(0) ROOT r = f32[2] mystery(p) }",
                "run",
                "--device=reference",
                "-");

        assertThat(result.status()).isEqualTo(4);
        assertThat(result.err()).contains("mystery");
    }

    @Test
    void numbersOutOfRangeAreWrongUsage() {
        assertThat(hlox("run", "--device=reference", "--repeat=0", "sample:softmax")
                        .status())
                .isEqualTo(2);
        assertThat(hlox("run", "--device=moon", "sample:softmax").status()).isEqualTo(2);
    }

    /** A snapshot whose result is not what its program gives. */
    private static byte[] snapshotWithResult(float... result) {
        var module = HloParser.parseOrThrow(DOUBLING);
        var input = Literal.ofFloats(new float[] {1, 2}, 2);
        return HloProtoWriter.writeSnapshot(module, List.of(input), Literal.ofFloats(result, result.length))
                .content();
    }

    @Test
    void aSnapshotRunsOnItsOwnInputs() {
        var result = hloxReading(snapshotWithResult(2, 4), "run", "--device=cpu", "-");

        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.out())
                .contains("inputs    recorded in the snapshot")
                .contains("2.00000000, 4.00000000")
                .contains("agrees with the result recorded in the snapshot");
    }

    @Test
    void aSnapshotWithAnotherResultIsAFinding() {
        var result = hloxReading(snapshotWithResult(2, 5), "run", "--device=reference", "-");

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.out())
                .contains("DIFFERS from the result recorded in the snapshot")
                .contains("element [1] is 4.0 instead of 5.0");
    }

    @Test
    void aSeedTakesThePlaceOfRecordedInputs() {
        var result = hloxReading(snapshotWithResult(2, 5), "run", "--device=reference", "--seed=3", "--json", "-");

        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.onlyJson().get("inputs").asString()).isEqualTo("generated from seed 3");
        assertThat(result.onlyJson().has("recorded")).isFalse();
    }

    @Test
    void aSnapshotThatDoesNotFitItsProgramSaysSo() {
        var module = HloParser.parseOrThrow(DOUBLING);
        var snapshot = HloProtoWriter.writeSnapshot(module, List.of(Literal.ofFloats(new float[] {1, 2, 3}, 3)), null)
                .content();
        var result = hloxReading(snapshot, "run", "--device=reference", "-");

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err()).contains("argument 0 is f32[3]", "parameter 0 is f32[2]", "--seed");
    }

    @Test
    void theReferenceSimulatesSeveralDevices() {
        var result = hloxReading("""
                HloModule m, replica_count=2
                add {
                  a = f32[] parameter(0)
                  b = f32[] parameter(1)
                  ROOT c = f32[] add(a, b)
                }
                ENTRY main {
                  id = u32[] replica-id()
                  x = f32[] convert(id)
                  ten = f32[] constant(10)
                  y = f32[] add(x, ten)
                  all = f32[] all-reduce(y), replica_groups={{0,1}}, to_apply=add
                  ROOT r = f32[] add(all, x)
                }
                """, "run", "--device=reference", "-");

        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.out())
                .contains("2 simulated, 2 replicas of 1 partitions")
                .contains("21.0000000")
                .contains("22.0000000");
    }

    @Test
    void limitsBeyondAllUseAreRefused() {
        assertThat(hlox("run", "--repeat=2147483647", "sample:tanh_axb").err())
                .contains("--repeat takes a number up to 1,000,000, not 2,147,483,647");
        assertThat(hlox("run", "--threads=1000000", "sample:tanh_axb").err())
                .contains("--threads takes a number up to");
        assertThat(hlox("run", "--timeout=-1", "sample:tanh_axb").status()).isEqualTo(2);
    }

    @Test
    void oneDnnComputesTheDotsWhereAskedTo() {
        var result =
                hlox("run", "--pipeline=cpu", "--dot=onednn", "--compare=reference", "--json", "sample:mlp_inference");

        assertThat(result.status()).as(result.err()).isZero();
        var line = result.onlyJson();
        assertThat(line.get("fallbacks")).isEmpty();
        assertThat(line.get("compare").get("ok").asBoolean()).isTrue();
        assertThat(line.get("compare").get("tolerance").asString()).contains("oneDNN adds in an order of its own");
        assertThat(line.get("remarks").get(0).get("engine").asString()).startsWith("oneDNN matmul + bias + relu, ");
    }

    @Test
    void anExecutableRemembersWhoComputesItsDots() {
        var file = folder.resolve("mlp.exe").toString();
        var first = hlox(
                "run", "--pipeline=cpu", "--dot=onednn", "--save-executable", file, "--json", "sample:mlp_inference");
        assertThat(first.status()).as(first.err()).isZero();

        var second = hlox("run", "--compare=reference", "--json", file);

        assertThat(second.status()).as(second.err()).isZero();
        assertThat(second.onlyJson().get("remarks").get(0).get("engine").asString())
                .startsWith("oneDNN matmul + bias + relu, ");
        assertThat(second.onlyJson().get("outputs")).isEqualTo(first.onlyJson().get("outputs"));
        assertThat(hlox("run", "--dot=generated", file).err()).contains("it takes no pipeline, no --dot");
    }

    @Test
    void whoCannotComputeDotsIsToldWhoCan() {
        assertThat(hlox("run", "--dot=abacus", "sample:softmax").err())
                .contains("'abacus' computes no dots: there are generated, onednn");
        assertThat(hlox("run", "--dot=onednn", "--device=reference", "sample:softmax")
                        .err())
                .contains("--dot chooses what computes on the cpu, not on reference.");
    }
}
