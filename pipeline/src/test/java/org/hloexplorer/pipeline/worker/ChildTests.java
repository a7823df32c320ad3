package org.hloexplorer.pipeline.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** How children start, and how their ends are put in words. */
final class ChildTests {

    @Test
    void theVirtualMachinesReportNamesTheSignal() {
        var lines = List.of("#", "#  SIGFPE (0x8) at pc=0x00007f, pid=7, tid=9", "#");
        assertThat(new ChildDeath(134, lines).sentence()).isEqualTo("the worker ended (SIGFPE, signal 8)");
    }

    @Test
    void complaintsOfTheCompilerAreQuoted() {
        assertThat(new ChildDeath(134, List.of("warning", "LLVM ERROR: Cannot select: x")).sentence())
                .isEqualTo("the worker ended (LLVM ERROR: Cannot select: x, signal 6)");
    }

    @Test
    void aKillSaysWhatItUsuallyMeans() {
        assertThat(new ChildDeath(137, List.of()).sentence()).contains("signal 9", "memory runs out");
        assertThat(new ChildDeath(3, List.of()).sentence()).isEqualTo("the worker ended (exit status 3)");
    }

    @Test
    void aRuntimeWithoutItsLauncherIsExplained() {
        var properties = new Properties();
        properties.setProperty("java.home", "/opt/image/runtime");
        properties.setProperty("java.class.path", "x.jar");
        assertThatThrownBy(() -> ChildCommand.of(ChildRole.COMPILE, properties, Path.of("/tmp"), Path.of("/tmp/r")))
                .hasMessageContaining("/opt/image/runtime")
                .hasMessageContaining("has no bin/java");
    }

    @Test
    void theChildGetsTheClassPathAndTheLoadersSettings() {
        var properties = new Properties();
        properties.setProperty("java.home", System.getProperty("java.home"));
        properties.setProperty("java.class.path", "a.jar:b.jar");
        properties.setProperty("org.bytedeco.javacpp.pathsFirst", "true");
        properties.setProperty("secret", "no");
        assertThat(ChildCommand.of(ChildRole.COMPILE, properties, Path.of("/tmp"), Path.of("/tmp/r")))
                .containsSubsequence("-Dorg.bytedeco.javacpp.pathsFirst=true", "-cp", "a.jar:b.jar")
                .noneMatch(word -> word.contains("secret"))
                .endsWith("/tmp/r");
    }

    @Test
    void recordedClassesAreUsedByAllAndRecordedByTheCompiler() {
        var properties = new Properties();
        properties.setProperty("java.home", System.getProperty("java.home"));
        properties.setProperty("java.class.path", "a.jar");
        properties.setProperty("hlox.worker.classes", "/tmp/worker.aot");
        assertThat(ChildCommand.of(ChildRole.RUN, properties, Path.of("/tmp"), Path.of("/tmp/r")))
                .contains("-XX:AOTCache=/tmp/worker.aot");
        properties.setProperty("hlox.worker.record", "/tmp/new.aot");
        assertThat(ChildCommand.of(ChildRole.COMPILE, properties, Path.of("/tmp"), Path.of("/tmp/r")))
                .contains("-XX:AOTCacheOutput=/tmp/new.aot")
                .noneMatch(word -> word.startsWith("-XX:AOTCache="));
        assertThat(ChildCommand.of(ChildRole.RUN, properties, Path.of("/tmp"), Path.of("/tmp/r")))
                .noneMatch(word -> word.startsWith("-XX:AOTCacheOutput"));
    }

    @Test
    void samplesGiveMinimumMedianAndSpread() {
        var sample = new Sample(List.of(40L, 10L, 20L, 30L, 50L));
        assertThat(sample.minimum()).isEqualTo(10);
        assertThat(sample.median()).isEqualTo(30);
        assertThat(sample.spread()).isEqualTo(20.0 / 30);
        assertThat(new Sample(List.of(1L, 2L)).median()).isEqualTo(1.5);
    }
}
