package org.hloexplorer.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "hlox is a shell script; hlox.cmd is its counterpart")
final class LauncherScriptTests {
    private static final String MAIN = "org.hloexplorer.app.Launcher";

    @TempDir
    Path folder;

    private Checkout checkout;

    @BeforeEach
    void checkOut() throws IOException {
        checkout = new Checkout(folder);
    }

    @Test
    void theFirstStartBuildsAndSaysSo() throws Exception {
        var outcome = checkout.start("--version");
        assertThat(outcome.status()).isZero();
        assertThat(outcome.errors()).containsOnlyOnce("building for the first time");
        assertThat(outcome.arguments()).endsWith(MAIN, "--version");
        assertThat(checkout.mavenCalls()).isEqualTo(1);
    }

    @Test
    void theSecondStartBuildsNothingAndIsSilent() throws Exception {
        checkout.start();
        var outcome = checkout.start();
        assertThat(outcome.errors()).isEmpty();
        assertThat(outcome.arguments()).endsWith(MAIN);
        assertThat(checkout.mavenCalls()).isEqualTo(1);
    }

    @Test
    void aChangedSourceIsBuilt() throws Exception {
        checkout.start();
        Files.setLastModifiedTime(checkout.source(), FileTime.from(Instant.now().plusSeconds(1)));
        assertThat(checkout.start().errors()).contains("sources have changed");
        assertThat(checkout.mavenCalls()).isEqualTo(2);
    }

    @Test
    void aRemovedSourceIsNoticed() throws Exception {
        checkout.start();
        Files.delete(checkout.source());
        Files.setLastModifiedTime(
                checkout.source().getParent(), FileTime.from(Instant.now().plusSeconds(1)));
        assertThat(checkout.start().errors()).contains("sources have changed");
    }

    @Test
    void aLibraryThatHasGoneIsFetchedAgain() throws Exception {
        checkout.start();
        Files.delete(checkout.library());
        checkout.start();
        assertThat(checkout.mavenCalls()).isEqualTo(2);
        assertThat(checkout.library()).exists();
    }

    @Test
    void aTestIsNoReasonToBuild() throws Exception {
        checkout.start();
        var test = checkout.root().resolve("app/src/test/SomeTests.java");
        Files.createDirectories(test.getParent());
        Files.writeString(test, "final class SomeTests {}");
        Files.setLastModifiedTime(test, FileTime.from(Instant.now().plusSeconds(1)));
        checkout.start();
        assertThat(checkout.mavenCalls()).isEqualTo(1);
    }

    @Test
    void aBuildThatFailsIsToldWithMavensWordsAndTriedAgain() throws Exception {
        Files.createFile(checkout.root().resolve("maven-fails"));
        var outcome = checkout.start();
        assertThat(outcome.status()).isEqualTo(70);
        assertThat(outcome.arguments()).isEmpty();
        assertThat(outcome.errors()).contains("Maven says why").endsWith("Maven's messages above say why.\n");
        Files.delete(checkout.root().resolve("maven-fails"));
        assertThat(checkout.start().status()).isZero();
    }

    @Test
    void argumentsArriveAsTheyAre() throws Exception {
        assertThat(checkout.start("a file.hlo", "*", "it's", "", "$HOME").arguments())
                .endsWith(MAIN, "a file.hlo", "*", "it's", "", "$HOME");
    }

    @Test
    void worksThroughLinksAndFromElsewhere() throws Exception {
        var elsewhere = Files.createDirectories(folder.resolve("else where"));
        Files.createSymbolicLink(folder.resolve("first"), Path.of("a checkout/hlox"));
        var second = Files.createSymbolicLink(elsewhere.resolve("second"), Path.of("../first"));
        var outcome = checkout.start(elsewhere, second, Map.of(), "x.hlo");
        assertThat(outcome.status()).isZero();
        assertThat(outcome.arguments()).endsWith(MAIN, "x.hlo");
        assertThat(elsewhere).isDirectoryNotContaining("glob:**/target");
    }

    @Test
    void furtherOptionsComeAfterOurs() throws Exception {
        var environment = Map.of("HLOX_JAVA_OPTS", "-Xmx8g -Dglass.platform=Other");
        assertThat(checkout.start(checkout.root(), checkout.root().resolve("hlox"), environment)
                        .arguments())
                .endsWith("-Xmx8g", "-Dglass.platform=Other", MAIN);
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "elsewhere there is always a display")
    void withoutADisplayJavaFxDrawsIntoMemory() throws Exception {
        var script = checkout.root().resolve("hlox");
        assertThat(checkout.start().arguments()).contains("-Dglass.platform=Headless", "-Dprism.order=sw");
        assertThat(checkout.start(checkout.root(), script, Map.of("DISPLAY", ":0"))
                        .arguments())
                .doesNotContain("-Dglass.platform=Headless");
    }

    @Test
    void anOlderJdkIsPassedOver() throws Exception {
        var older = Files.createDirectories(folder.resolve("older"));
        Files.writeString(older.resolve("release"), "JAVA_VERSION=\"17.0.15\"\n");
        var environment = Map.of(
                "JAVA_HOME",
                older.toString(),
                "PATH",
                checkout.javaHome().resolve("bin") + ":" + System.getenv("PATH"));
        assertThat(checkout.start(checkout.root(), checkout.root().resolve("hlox"), environment)
                        .arguments())
                .endsWith(MAIN);
    }

    @Test
    void ourJarsAreCopiesSoThatABuildDoesNotChangeThemBelowARunningProgram() throws Exception {
        checkout.start();
        assertThat(Files.readString(checkout.root().resolve("target/hlox/java-options")))
                .contains("a checkout/target/hlox/lib/app.jar")
                .contains(checkout.library().toString())
                .doesNotContain("app/target");
    }
}
