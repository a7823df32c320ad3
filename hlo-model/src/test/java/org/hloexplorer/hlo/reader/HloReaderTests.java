package org.hloexplorer.hlo.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.hloexplorer.hlo.text.Diagnostic;
import org.hloexplorer.hlo.text.DiagnosticCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HloReaderTests {
    private static final String PROGRAM = """
            HloModule m

            ENTRY main {
              ROOT p = f32[8]{0} parameter(0)
            }

            """;

    private static byte[] compressed(byte[] content) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        }
        return bytes.toByteArray();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void readsAFileWhateverItIsCalled(@TempDir Path folder) throws IOException {
        var file = folder.resolve("program.pb");
        Files.write(file, compressed(compressed(bytes(PROGRAM))));
        assertThat(HloReader.read(file).orThrow().entry().instructions()).hasSize(1);
    }

    @Test
    void brokenCompressionIsAComplaint() throws IOException {
        var half = Arrays.copyOf(compressed(bytes(PROGRAM)), 40);
        assertThat(HloReader.read("half.gz", half).diagnostics())
                .extracting(Diagnostic::code)
                .containsExactly(DiagnosticCode.UNREADABLE);
    }

    /** As Windows' editors and PowerShell save text. */
    @Test
    void readsTextInOtherEncodings() throws IOException {
        for (var charset : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE, StandardCharsets.UTF_8)) {
            var marked = ("\uFEFF" + PROGRAM).getBytes(charset);
            assertThat(HloReader.read("marked.hlo", marked).orThrow().name()).isEqualTo("m");
            assertThat(HloReader.read("marked.hlo.gz", compressed(marked)).renderAll())
                    .isEmpty();
        }
        var unmarked = PROGRAM.getBytes(StandardCharsets.UTF_16LE);
        assertThat(HloReader.read("unmarked.hlo", unmarked).orThrow().name()).isEqualTo("m");
    }

    /** A few megabytes that claim to be more than the memory holds. */
    @Test
    void contentsThatNoMemoryHoldsAreAComplaint() throws IOException {
        var part = compressed(new byte[1 << 22]);
        long parts = Runtime.getRuntime().maxMemory() / (1 << 22);
        var bomb = new ByteArrayOutputStream();
        for (long i = 0; i < Math.min(parts, 300); i++) {
            bomb.write(part);
        }
        var parsed = HloReader.read("bomb.gz", bomb.toByteArray());
        assertThat(parsed.renderAll()).contains("they take more than", "MiB");
    }

    @Test
    void bytecodeIsNamed() {
        var parsed = HloReader.read("m.mlirbc", new byte[] {'M', 'L', (byte) 0xEF, 'R', 1, 2});
        assertThat(parsed.renderAll()).contains("this is StableHLO bytecode").contains("[unsupported-format]");
    }

    @Test
    void aBrokenProtocolBufferIsToldWithItsPlace() {
        var parsed = HloReader.read("m.pb", new byte[] {0x0A, 0x05, 'j', 'i', 't', '_', 'f', 0x12, 0x04});
        assertThat(parsed.renderAll()).contains("the protocol buffer is broken: at byte");
        assertThat(parsed.module()).isEmpty();
    }

    @Test
    void nothingIsAComplaint() {
        assertThat(HloReader.read("empty", new byte[0]).diagnostics())
                .extracting(Diagnostic::code)
                .containsExactly(DiagnosticCode.EMPTY_MODULE);
    }

    @Test
    void findingsStandAtTheOpcode() {
        var text = """
                HloModule softmax

                ENTRY main {
                  p0 = f32[8] parameter(0)
                  maximum = f32[8] maximum(p0, p0)
                  ROOT out = f32[4] subtract(p0, maximum)
                }
                """;
        assertThat(HloReader.readText("softmax.hlo", text).renderAll()).isEqualTo("""
                softmax.hlo:6:21: error: subtract of these operands gives f32[8], but f32[4] is written [shape-mismatch]
                  ROOT out = f32[4] subtract(p0, maximum)
                                    ^~~~~~~~""");
    }

    @Test
    void anUnknownOperandIsRenderedWithARemedy() {
        var text = """
                HloModule softmax

                ENTRY main {
                  p0 = f32[8] parameter(0)
                  maximum = f32[8] maximum(p0, p0)

                  ROOT out = f32[8] subtract(p0, maximun)
                }
                """;
        assertThat(HloReader.readText("softmax.hlo", text).renderAll()).isEqualTo("""
                softmax.hlo:7:34: error: no instruction named 'maximun' in this computation before here [unknown-operand]
                  ROOT out = f32[8] subtract(p0, maximun)
                                                 ^~~~~~~
                  note: did you mean 'maximum', defined at 5:3?""");
    }
}
