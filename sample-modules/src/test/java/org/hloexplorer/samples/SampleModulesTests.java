package org.hloexplorer.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

final class SampleModulesTests {
    private static final Path FOLDER = Path.of("src/main/resources/samples");

    private final SampleModules samples = SampleModules.load();

    @Test
    void listsThemInTheOrderInWhichToMeetThem() {
        assertThat(samples.list())
                .extracting(SampleModule::name)
                .containsExactly("tanh_axb", "softmax", "mlp_inference", "layernorm", "gelu_erf", "attention_1head");
    }

    @Test
    void everyFileIsInTheIndexAndEveryEntryHasAFile() throws IOException {
        try (var files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".hlo")))
                    .containsExactlyInAnyOrderElementsOf(
                            samples.list().stream().map(SampleModule::fileName).toList());
        }
    }

    @Test
    void everySampleTellsItsStoryInOneLineAndSaysWhereToLook() {
        assertThat(samples.list()).allSatisfy(sample -> {
            assertThat(sample.title()).isNotBlank();
            assertThat(sample.story()).endsWith(".").doesNotContain("\n");
            assertThat(sample.lookAt())
                    .isNotEmpty()
                    .allSatisfy(hint -> assertThat(hint).contains(": "));
        });
    }

    @Test
    void theTextIsAModuleOfThatName() {
        assertThat(samples.list())
                .allSatisfy(sample -> assertThat(samples.text(sample))
                        .startsWith("HloModule jit_" + sample.name() + ",")
                        .contains("\nENTRY ")
                        .contains("ROOT "));
    }

    @Test
    void findsByName() {
        assertThat(samples.find("softmax")).map(SampleModule::title).contains("Softmax over rows");
        assertThat(samples.find("Softmax")).isEmpty();
    }

    @Test
    void anUnknownNameIsAnsweredWithTheNamesThereAre() {
        assertThatThrownBy(() -> samples.get("sofmax"))
                .isInstanceOf(NoSuchElementException.class)
                .hasMessage("There is no sample named 'sofmax'; there are tanh_axb, softmax, mlp_inference, layernorm,"
                        + " gelu_erf, attention_1head.");
    }
}
