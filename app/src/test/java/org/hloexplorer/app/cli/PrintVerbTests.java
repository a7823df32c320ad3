package org.hloexplorer.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hloexplorer.app.cli.Shell.hlox;
import static org.hloexplorer.app.cli.Shell.hloxReading;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class PrintVerbTests {
    private static final String ADDING = """
            HloModule adding, entry_computation_layout={(f32[2]{0})->f32[2]{0}}

            ENTRY main {
              p = f32[2] parameter(0)
              ROOT sum = f32[2] add(p, p)
            }
            """;

    @ParameterizedTest
    @MethodSource("org.hloexplorer.app.cli.Samples#arguments")
    void whatIsPrintedPrintsAsItself(String sample) {
        var once = hlox("print", sample);
        var twice = hloxReading(once.out(), "print", "-");

        assertThat(once.status()).isZero();
        assertThat(twice.out()).isEqualTo(once.out());
    }

    @Test
    void theShortFormLeavesMarksAndMetadataOut() {
        var result = hlox("print", "--format=short", "sample:tanh_axb");

        assertThat(result.out())
                .contains("ROOT tanh.1 = f32[2048,2048]{1,0} tanh(add.1)")
                .doesNotContain("%")
                .doesNotContain("metadata");
    }

    @Test
    void jsonHoldsTheText() {
        var line = hlox("print", "--json", "sample:tanh_axb").onlyJson();

        assertThat(line.get("file").asString()).isEqualTo("sample:tanh_axb");
        assertThat(line.get("format").asString()).isEqualTo("long");
        assertThat(line.get("text").asString()).startsWith("HloModule jit_tanh_axb");
    }

    @Test
    void codeForTheProcessorIsPrintedStageByStage() {
        assertThat(emitted("llvm")).contains("// kernel", "define void @");
        assertThat(emitted("asm")).contains(".loc");
        assertThat(emitted("remarks")).contains("vectorised: ");
        assertThat(emitted("registers")).contains("vector registers", "bytes of machine code");
        assertThat(emitted("mca")).containsAnyOf("Block RThroughput", "is not in PATH", "cannot analyse");
    }

    private static String emitted(String code) {
        var result = hlox("print", "--emit=" + code, "sample:tanh_axb");
        assertThat(result.status()).as(result.err()).isZero();
        return result.out();
    }

    @Test
    void aModuleWithErrorsIsNotPrinted() {
        var result = hloxReading("HloModule m\nENTRY e { ROOT r = f32[] add(x, y) }", "print", "-");

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("unknown-operand", "has errors (1)");
    }

    @ParameterizedTest
    @MethodSource("org.hloexplorer.app.cli.Samples#arguments")
    void aProtoPrintsAsTheTextItWasMadeOf(String sample) {
        var text = hlox("print", sample);
        for (var format : List.of("pb", "hlo.pb", "module.pb")) {
            var proto = hlox("print", "--format=" + format, sample);
            var back = hloxReading(proto.data(), "print", "-");

            assertThat(proto.status()).as(proto.err()).isZero();
            assertThat(back.out()).as(format).isEqualTo(text.out());
            assertThat(hloxReading(proto.data(), "print", "--format=" + format, "-")
                            .data())
                    .isEqualTo(proto.data());
        }
    }

    @Test
    void aSnapshotHoldsInputsAndTheirResult() {
        var snapshot = hloxReading(ADDING, "print", "--format=snapshot", "--seed=7", "-");
        var run = hloxReading(snapshot.data(), "run", "--device=reference", "--json", "-")
                .onlyJson();
        var generated = hloxReading(ADDING, "run", "--device=reference", "--json", "--seed=7", "-")
                .onlyJson();

        assertThat(run.get("inputs").asString()).isEqualTo("recorded in the snapshot");
        assertThat(run.get("outputs")).isEqualTo(generated.get("outputs"));
        assertThat(run.get("recorded").get("ok").asBoolean()).isTrue();
        assertThat(hloxReading(snapshot.data(), "print", "--format=snapshot", "-")
                        .data())
                .isEqualTo(snapshot.data());
        assertThat(hloxReading(snapshot.data(), "print", "-").out())
                .isEqualTo(hloxReading(ADDING, "print", "-").out());
    }

    @Test
    void aNameThatEndsInGzIsCompressed(@TempDir Path folder) throws IOException {
        var file = folder.resolve("m.hlo.pb.gz");
        var result = hloxReading(ADDING, "print", "--format=pb", "--out=" + file, "-");

        assertThat(result.err()).contains("wrote " + file);
        assertThat(Files.readAllBytes(file)).startsWith(0x1F, 0x8B);
        assertThat(hlox("print", file.toString()).out())
                .isEqualTo(hloxReading(ADDING, "print", "-").out());
    }

    @Test
    void whatAProtoHasNoPlaceForIsNamed() {
        var result = hloxReading(ADDING.replace("adding,", "adding, replica_count=2,"), "print", "--format=pb", "-");

        assertThat(result.status()).isZero();
        assertThat(result.err()).contains("left out").contains("replica_count");
    }

    @Test
    void jsonOfTheModuleHoldsItsInstructions() {
        var module = hloxReading(ADDING, "print", "--format=json", "-").onlyJson();
        var root = module.get("computations").get(0).get("instructions").get(1);

        assertThat(module.get("name").asString()).isEqualTo("adding");
        assertThat(root.get("opcode").asString()).isEqualTo("add");
        assertThat(root.get("shape").asString()).startsWith("f32[2]");
        assertThat(root.get("operands")).hasToString("[\"p\",\"p\"]");
    }

    @Test
    void aGraphForGraphvizHasABoxForEachInstruction() {
        var dot = hloxReading(ADDING, "print", "--format=dot", "-").out();

        assertThat(dot)
                .startsWith("digraph \"adding\" {")
                .contains("add\\nsum\\nf32[2]", "[label=0]", "[label=1]")
                .endsWith("}\n");
    }

    @Test
    void anUnknownFormatNamesTheOnesThereAre() {
        var result = hlox("print", "--format=svgx", "sample:tanh_axb");

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err()).contains("svgx", "hlo.pb", "snapshot", "dot");
    }

    @Test
    void jsonLinesHoldNoProto() {
        var result = hlox("print", "--json", "--format=pb", "sample:tanh_axb");

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.out()).contains("--format=pb");
    }

    @Test
    void codeThatThereIsNotIsRefusedWithTheNames() {
        assertThat(hlox("print", "--emit=foo", "sample:tanh_axb").err())
                .contains("there is no code 'foo'; there are opencl, ptx, ptx-sm90, ", "mca")
                .doesNotContain("PTX");
    }
}
