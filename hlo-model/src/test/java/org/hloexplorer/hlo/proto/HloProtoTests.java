package org.hloexplorer.hlo.proto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.ModuleAttributes;
import org.hloexplorer.hlo.proto.wire.HloModuleProto;
import org.hloexplorer.hlo.reader.HloReader;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.hlo.text.HloPrinter;
import org.hloexplorer.hlo.text.RandomModule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Protocol buffers say what the text of the same module says, both ways; broken ones are told with their place. */
final class HloProtoTests {
    private static final Path FOLDER = Path.of("src/test/resources/proto");

    private static byte[] bytes(String name) throws IOException {
        return Files.readAllBytes(FOLDER.resolve(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"softmax", "while_matvec", "ring_scatter_exchange"})
    void aModuleOfXlaReadsAsItsText(String name) throws IOException {
        var text = Files.readString(FOLDER.resolve(name + ".hlo"));
        var parsed = HloReader.read(name, bytes(name + ".hlo.pb"));
        assertThat(parsed.errors()).isEmpty();
        assertThat(withoutCounts(text.strip()))
                .isEqualTo(HloPrinter.print(parsed.orThrow()).strip());
        assertThat(parsed.source().text()).isEqualTo(HloPrinter.print(parsed.orThrow()));
    }

    /** The message of a module has no place for these. */
    private static String withoutCounts(String text) {
        return text.replaceFirst(", num_partitions=\\d+", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"softmax", "while_matvec", "ring_scatter_exchange"})
    void whatIsWrittenIsReadBack(String name) throws IOException {
        var module = HloParser.parseOrThrow(Files.readString(FOLDER.resolve(name + ".hlo")));
        var again = HloProtoReader.read(HloProtoWriter.write(module).content()).module();
        assertThat(HloPrinter.print(again).strip())
                .isEqualTo(withoutCounts(HloPrinter.print(module).strip()));
    }

    @Property(tries = 200)
    void generatedModulesSurvive(@ForAll Random random) {
        var module = RandomModule.of(random).withAttributes(ModuleAttributes.DEFAULT);
        var written = HloProtoWriter.write(module);
        var once = HloProtoReader.read(written.content()).module();
        assertThat(once.instructionCount()).isEqualTo(module.instructionCount());
        var twice = HloProtoReader.read(HloProtoWriter.write(once).content()).module();
        assertThat(HloPrinter.print(twice)).isEqualTo(HloPrinter.print(once));
    }

    @Test
    void aSnapshotCarriesItsInputs() throws IOException {
        var module = HloProtoReader.read(bytes("softmax.hlo.pb")).module();
        var argument = Literal.ofFloats(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
        var result = Literal.ofInts(new int[] {7}, 1);
        var written =
                HloProtoWriter.writeSnapshot(module, List.of(argument), result).content();
        var read = HloProtoReader.read(written);
        assertThat(read.arguments()).containsExactly(argument);
        assertThat(read.result()).isEqualTo(result);
        assertThat(HloPrinter.print(read.module())).isEqualTo(HloPrinter.print(module));
    }

    @Test
    void bareModulesAndModulesWithBuffersAreToldApart() throws IOException {
        var module = HloProtoReader.read(bytes("softmax.hlo.pb")).module();
        var wrapped = HloProtoWriter.write(module).content();
        assertThat(WireShape.of(bytes("softmax.hlo.pb"))).isEqualTo(WireShape.MODULE);
        assertThat(WireShape.of(wrapped)).isEqualTo(WireShape.HLO);
        assertThat(WireShape.of(
                        HloProtoWriter.writeSnapshot(module, List.of(), null).content()))
                .isEqualTo(WireShape.SNAPSHOT);
    }

    @Test
    void compressedOnesAreReadAsTheyAre() throws IOException {
        var compressed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(compressed)) {
            out.write(bytes("softmax.hlo.pb"));
        }
        assertThat(HloReader.read("softmax.pb.gz", compressed.toByteArray()).hasErrors())
                .isFalse();
    }

    @Test
    void elementsOfAColumnMajorLiteralAreBroughtInOrder() {
        var shape = ShapeProtos.write(Literal.ofInts(new int[6], 2, 3).shape()).toBuilder();
        shape.getLayoutBuilder().setMinorToMajor(0, 0).setMinorToMajor(1, 1);
        var proto = LiteralProtos.write(Literal.ofInts(new int[] {1, 2, 3, 4, 5, 6}, 2, 3)).toBuilder()
                .setShape(shape)
                .build();
        var literal = LiteralProtos.read(proto, Literal.ofInts(new int[6], 2, 3).shape());
        assertThat(HloPrinter.print(literal, true)).isEqualTo("{ { 1, 3, 5 }, { 2, 4, 6 } }");
    }

    @Test
    void everyCutIsToldWithItsPlace() throws IOException {
        var whole = bytes("while_matvec.hlo.pb");
        for (int length = 1; length < whole.length; length += 7) {
            var parsed = HloReader.read("cut.pb", Arrays.copyOf(whole, length));
            if (parsed.hasErrors()) {
                assertThat(parsed.errors().getFirst().message()).containsPattern("byte|computation|neither|broken");
            }
        }
    }

    @Test
    void aFieldThatClaimsTooMuchTakesNoMemory() {
        var lying = new byte[] {0x0A, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x07, 'x'};
        assertThatThrownBy(() -> HloProtoReader.read(lying))
                .isInstanceOf(InvalidProtoException.class)
                .hasMessageContaining("at byte 0 of 7")
                .hasMessageContaining("claims");
    }

    @Test
    void whatIsMissingIsNamed() throws IOException {
        var proto = HloModuleProto.parseFrom(bytes("softmax.hlo.pb"));
        var computation = proto.getComputations(0).toBuilder();
        computation.getInstructionsBuilder(2).setOperandIds(0, 4711);
        var broken = proto.toBuilder().setComputations(0, computation).build().toByteArray();
        assertThatThrownBy(() -> HloProtoReader.read(broken))
                .hasMessageContaining("computation 'region_0.1': instruction 'reduce_max.5'")
                .hasMessageContaining("4711");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{mesh['x'=2], [{'x'}]}; {mesh['x'=2], [{'x'}]}",
                "{mesh['x'=2,'y'=2,'z'=2], [{'x'},{'y',?}], replicated={'z'}}; "
                        + "{mesh['x'=2,'y'=2,'z'=2], [{'x'}, {'y',?}], replicated={'z'}}",
                "{mesh['x'=8], [{'x':(2)4}, {?}], unreduced={'x':(1)2}}; "
                        + "{mesh['x'=8], [{'x':(2)4}, {?}], unreduced={'x':(1)2}}",
                "{mesh['a'=2,'b'=2], device_ids=([2,2]T(1,0)), [{'b','a'}]}; "
                        + "{mesh['a'=2,'b'=2], device_ids=(0,2,1,3), [{'b','a'}]}",
                "{maximal_mesh[device_id=3], []}; {maximal_mesh[device_id=3], []}",
                "{{mesh['x'=2], [{'x'}]}, {replicated}}; {{mesh['x'=2], [{'x'}]}, {replicated}}"
            })
    void shardingsThatNameTheAxesOfAMeshAreWritten(String sharding, String back) {
        var module = HloParser.parseOrThrow(
                "HloModule m\nENTRY e {\n  ROOT p = f32[2] parameter(0), sharding=%s\n}".formatted(sharding));
        var written = HloProtoWriter.write(module);
        assertThat(written.leftOut()).isEmpty();
        assertThat(HloPrinter.print(HloProtoReader.read(written.content()).module()))
                .contains("sharding=" + back);
    }

    @Test
    void whatXlaHasNoPlaceForIsSaid() {
        var module = HloParser.parseOrThrow(
                "HloModule m, replica_count=2\nENTRY e {\n  ROOT p = f32[2] parameter(0), sharding={mesh['x'=2], [{}], manual={'x'}}\n}");
        assertThat(HloProtoWriter.write(module).leftOut())
                .anyMatch(each -> each.contains("replica_count=2"))
                .anyMatch(each -> each.contains("no place for what a sharding says"));
    }

    @Property(tries = 1000)
    void mutatedBytesAreAnswered(@ForAll Random random) throws IOException {
        var content = bytes(random.nextBoolean() ? "while_matvec.hlo.pb" : "ring_scatter_exchange.hlo.pb");
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            content[random.nextInt(content.length)] = (byte) random.nextInt(256);
        }
        var parsed = HloReader.read("mutated.pb", content);
        assertThat(parsed.module().isPresent() || parsed.hasErrors()).isTrue();
        parsed.module()
                .ifPresent(module -> assertThat(module.instructionCount()).isNotNegative());
    }
}
