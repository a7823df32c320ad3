package org.hloexplorer.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hloexplorer.app.cli.Shell.hlox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ScreenshotVerbTests {

    @TempDir
    private Path folder;

    @Test
    void theWindowIsDrawnInTheSizeAskedFor() throws IOException {
        var file = folder.resolve("window.png");

        var result = hlox(
                "screenshot",
                "--json",
                "--size=1024x640",
                "--out=" + file,
                "--do=pass=fusion,tab=Decisions,edge=exp.1>reduce_sum.7",
                "sample:softmax");

        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.onlyJson().get("width").asInt()).isEqualTo(1024);
        var picture = ImageIO.read(file.toFile());
        assertThat(picture.getWidth()).isEqualTo(1024);
        assertThat(picture.getHeight()).isEqualTo(640);
        assertThat(IntStream.range(0, 1024 * 640)
                        .map(i -> picture.getRGB(i % 1024, i / 1024))
                        .distinct()
                        .count())
                .as("colours in the picture")
                .isGreaterThan(100);
    }

    @Test
    void aPipelineIsChosen() {
        var out = "--out=" + folder.resolve("pipeline.png");

        assertThat(hlox("screenshot", out, "--do=pipeline=cpu,pass=fusion").status())
                .isZero();
    }

    @Test
    void whatARestingPointerIsToldIsInThePicture() throws IOException {
        var plain = folder.resolve("plain.png");
        var told = folder.resolve("told.png");

        assertThat(hlox("screenshot", "--out=" + plain, "--do=pass=fusion").status())
                .isZero();
        assertThat(hlox(
                                "screenshot",
                                "--out=" + told,
                                "--do=pass=fusion,hover=reduce_max.7>subtract_exponential_fusion")
                        .status())
                .isZero();
        var without = ImageIO.read(plain.toFile());
        var with = ImageIO.read(told.toFile());
        long differing = IntStream.range(0, with.getWidth() * with.getHeight())
                .filter(i -> with.getRGB(i % with.getWidth(), i / with.getWidth())
                        != without.getRGB(i % with.getWidth(), i / with.getWidth()))
                .count();
        assertThat(differing).as("pixels that the tooltip takes").isGreaterThan(5_000);

        var unknown = hlox("screenshot", "--out=" + told, "--do=pass=fusion,hover=exp.1>nosuch");
        assertThat(unknown.status()).isEqualTo(2);
        assertThat(unknown.err()).contains("There is no edge from 'exp.1' to 'nosuch'.");
    }

    @Test
    void aSessionIsOpenedAsItWasSaved() throws IOException {
        var session = folder.resolve("saved.hlox");
        Files.writeString(session, """
                {"format": 1, "name": "typed", "text": "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[8] negate(p) }",
                 "pipeline": "cpu", "disabled_passes": [], "enabled_only": [], "disabled_rules": [], "options": {},
                 "skipped_rewrites": [], "verify": false, "step": 0}
                """);
        var out = "--out=" + folder.resolve("session.png");

        var result = hlox("screenshot", out, "--do=select=r,pass=fusion", session.toString());

        assertThat(result.status()).as(result.err()).isZero();
        assertThat(folder.resolve("session.png")).exists();
    }

    @Test
    void whatCannotBeOpenedEndsTheSameWayAsAFileAndAsAStep() throws IOException {
        var out = "--out=" + folder.resolve("none.png");
        var garbage = Files.write(folder.resolve("garbage.hlo"), new byte[] {0, 1, 2, 3})
                .toString();

        assertThat(hlox("screenshot", out, garbage).status()).isEqualTo(4);
        assertThat(hlox("screenshot", out, "--do=open=" + garbage).status()).isEqualTo(4);
        assertThat(hlox("screenshot", out, garbage + "x").status()).isEqualTo(2);
        assertThat(hlox("screenshot", out, "--do=open=" + garbage + "x").status())
                .isEqualTo(2);
    }

    @Test
    void aStepThatMakesNoSenseIsRefusedWithTheChoices() {
        var out = "--out=" + folder.resolve("none.png");

        assertThat(hlox("screenshot", out, "--do=pass=fusio").status()).isEqualTo(2);
        assertThat(hlox("screenshot", out, "--do=jump=high").err())
                .contains("pass")
                .contains("stage");
        assertThat(hlox("screenshot", out, "--do=open=sample:softmx").err()).contains("softmax");
        assertThat(hlox("screenshot", out, "--do=pipeline=cpus").err()).contains("cpu");
        assertThat(hlox("screenshot", out, "--size=big").err()).contains("1440x900");
        assertThat(folder.resolve("none.png")).doesNotExist();
    }
}
