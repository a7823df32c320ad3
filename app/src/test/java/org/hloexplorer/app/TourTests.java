package org.hloexplorer.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.samples.SampleModules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TourTests {

    @TempDir
    private Path folder;

    @Test
    void theTourTellsWhatAUserWouldSee() throws Exception {
        var told = new StringWriter();
        var sources = new Sources(SampleModules.load(), InputStream.nullInputStream());

        boolean agrees = new Tour(sources, new PrintWriter(told), folder).take(sources.read("sample:softmax"));

        assertThat(agrees).as(told.toString()).isTrue();
        assertThat(told.toString())
                .contains("Passes of the teaching pipeline that changed something")
                .contains("algsimp")
                .contains("Fusions made (")
                .contains("Fusions refused (")
                .contains("Run on cpu")
                .contains("Run on tpu")
                .contains("no product of matrices")
                .contains("The longest kernel is");
        var picture = ImageIO.read(folder.resolve("hlox-tour.png").toFile());
        assertThat(picture.getWidth()).isEqualTo(1440);
        assertThat(picture.getHeight()).isEqualTo(900);
    }

    @Test
    void errorsEndTheTour() throws Exception {
        var told = new StringWriter();
        var text = "HloModule m\nENTRY main { ROOT p = f32[2] negate(q) }\n";
        var sources =
                new Sources(SampleModules.load(), new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));

        boolean agrees = new Tour(sources, new PrintWriter(told), folder).take(sources.read("-"));

        assertThat(agrees).isFalse();
        assertThat(told.toString()).contains("has errors").contains("2:");
    }
}
