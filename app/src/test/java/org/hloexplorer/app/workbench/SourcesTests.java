package org.hloexplorer.app.workbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hloexplorer.app.workbench.SourceException.Kind;
import org.hloexplorer.samples.SampleModules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SourcesTests {
    private final Sources sources = new Sources(
            SampleModules.load(), new ByteArrayInputStream("HloModule piped".getBytes(StandardCharsets.UTF_8)));

    @TempDir
    private Path folder;

    @Test
    void aFileIsReadUnderItsOwnName() throws Exception {
        var file = Files.writeString(folder.resolve("m.hlo"), "HloModule m");

        var source = sources.read(file.toString());

        assertThat(source).isEqualTo(new ProgramSource(file.toString(), "HloModule m", file));
    }

    @Test
    void aSampleIsReadByName() throws Exception {
        assertThat(sources.read("sample:softmax").text()).contains("ENTRY");
    }

    @Test
    void aDashIsStandardInput() throws Exception {
        assertThat(sources.read("-")).isEqualTo(new ProgramSource("<stdin>", "HloModule piped", null));
    }

    @Test
    void aSampleThatThereIsNotIsGuessed() {
        expect("sample:softmx", Kind.UNREADABLE, "Did you mean 'softmax'?");
    }

    @Test
    void theNameOfASampleWithoutItsPrefixIsExplained() {
        expect("softmax", Kind.UNREADABLE, "sample:softmax");
    }

    @Test
    void otherFormatsAreNamed() throws IOException {
        expect(
                Files.write(folder.resolve("m.pb"), new byte[] {1, 0}).toString(),
                Kind.NOT_SUPPORTED,
                "something unknown");
        expect(
                Files.write(folder.resolve("m.mlirbc"), new byte[] {'M', 'L', (byte) 0xEF, 'R'})
                        .toString(),
                Kind.NOT_SUPPORTED,
                "StableHLO bytecode");
        expect(folder.toString(), Kind.NOT_SUPPORTED, "is a folder");
    }

    private void expect(String argument, Kind kind, String text) {
        assertThatThrownBy(() -> sources.read(argument))
                .hasMessageContaining(text)
                .asInstanceOf(type(SourceException.class))
                .extracting(SourceException::kind)
                .isEqualTo(kind);
    }
}
