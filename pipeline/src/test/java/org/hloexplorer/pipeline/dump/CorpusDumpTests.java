package org.hloexplorer.pipeline.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hloexplorer.hlo.Severity;
import org.hloexplorer.hlo.verify.HloVerifier;
import org.hloexplorer.pipeline.PassRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Opens every dump folder below a folder of real programs as a timeline. */
@Tag("corpus")
final class CorpusDumpTests {
    private static final String PROPERTY = "hlox.corpus";

    @Test
    void everyFolderOpensAndEveryStepLoads() throws IOException {
        var dumps = dumps();
        assertThat(dumps).isNotEmpty();
        for (var folder : dumps) {
            var dump = DumpFolder.open(folder);
            assertThat(dump.unknown()).as(folder.toString()).isEmpty();
            for (var module : dump.programs()) {
                assertThat(module.missingSteps()).as(folder.toString()).isEmpty();
                long start = System.nanoTime();
                var run = DumpTimeline.read(module);
                System.out.printf(
                        "%s: %d steps, %d of them change something, %d ms%n",
                        folder,
                        run.versions(),
                        run.runs().stream().filter(PassRun::isChanging).count(),
                        (System.nanoTime() - start) / 1_000_000);
                assertThat(run.versions()).isEqualTo(module.steps().size());
                assertThat(run.runs().stream().filter(each -> each.failure() != null))
                        .as(folder.toString())
                        .isEmpty();
                run.runs()
                        .forEach(each -> assertThat(HloVerifier.verify(each.after()).stream()
                                        .filter(finding -> finding.severity() == Severity.ERROR))
                                .as(each.pass())
                                .isEmpty());
            }
        }
    }

    private static List<Path> dumps() throws IOException {
        var named = System.getProperty(PROPERTY);
        assumeTrue(named != null, "skipped: no corpus of programs was named by -D" + PROPERTY + "=FOLDER");
        try (var folders = Files.walk(Path.of(named), 3)) {
            return folders.filter(DumpFolder::isDump).sorted().toList();
        }
    }
}
