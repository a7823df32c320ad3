package org.hloexplorer.tpu.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import javax.imageio.ImageIO;
import org.hloexplorer.pipeline.backend.tpu.simulator.Gemm;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.util.WaitForAsyncUtils;

/** Ranges of cycles as pictures. */
@ExtendWith(ApplicationExtension.class)
final class ArrayFilmTests {

    @Test
    void aGifHasAPicturePerCycle() throws IOException {
        var bytes = onFxThread(() -> {
            var out = new ByteArrayOutputStream();
            new ArrayFilm(Simulations.twoTiles(), 0, 0).writeGif(4, 8, out);
            return out.toByteArray();
        });
        var reader = ImageIO.getImageReadersByFormatName("gif").next();
        try (var in = ImageIO.createImageInputStream(new ByteArrayInputStream(bytes))) {
            reader.setInput(in);
            assertThat(reader.getNumImages(true)).isEqualTo(5);
            assertThat(reader.read(0).getWidth()).isEqualTo(720);
            assertThat(pixels(reader.read(0))).isNotEqualTo(pixels(reader.read(1)));
        }
        assertThat(new String(bytes, StandardCharsets.ISO_8859_1))
                .startsWith("GIF89a")
                .contains("NETSCAPE2.0");
    }

    @Test
    void picturesAreNamedByTheirCycle(@TempDir Path folder) throws IOException {
        onFxThread(() -> {
            new ArrayFilm(Simulations.twoTiles(), 0, 0).writePictures(9, 10, folder.resolve("frames"));
            return true;
        });
        try (var files = Files.list(folder.resolve("frames"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("cycle-09.png", "cycle-10.png");
        }
    }

    @Test
    void rangesThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> film(5, 4)).hasMessageContaining("no range of this product, which takes 22");
        assertThatThrownBy(() -> film(0, 22)).hasMessageContaining("which takes 22");
        assertThatThrownBy(() -> onFxThread(() -> {
                    var large = Simulations.ofGemm(Gemm.of(900, 4, 4), 4, TimingMode.DOUBLE_BUFFERED);
                    new ArrayFilm(large, 0, 0).writeGif(0, 800, new ByteArrayOutputStream());
                    return true;
                }))
                .hasMessageContaining("801 pictures, more than 500");
        assertThatThrownBy(() -> onFxThread(() -> new ArrayFilm(Simulations.withoutProducts(), 0, 0)))
                .hasMessageContaining("none to draw");
    }

    private static void film(long from, long to) {
        onFxThread(() -> {
            new ArrayFilm(Simulations.twoTiles(), 0, 0).writeGif(from, to, new ByteArrayOutputStream());
            return true;
        });
    }

    private static int[] pixels(BufferedImage image) {
        return image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    }

    private static <T> T onFxThread(Callable<T> action) {
        return WaitForAsyncUtils.waitForAsyncFx(60_000, action);
    }
}
