package org.hloexplorer.app.window;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javafx.scene.Scene;
import javafx.scene.image.PixelFormat;
import javax.imageio.ImageIO;

/** What a scene looked like at one moment. */
final class Picture {
    private final BufferedImage image;

    private Picture(BufferedImage image) {
        this.image = image;
    }

    /** Draws a scene. Call on the JavaFX thread. */
    static Picture of(Scene scene) {
        var drawn = scene.snapshot(null);
        int width = (int) drawn.getWidth();
        int height = (int) drawn.getHeight();
        var pixels = new int[width * height];
        drawn.getPixelReader().getPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), pixels, 0, width);
        var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        image.setRGB(0, 0, width, height, pixels, 0, width);
        return new Picture(image);
    }

    /** Writes it as PNG. */
    void save(Path file) throws IOException {
        try (var out = Files.newOutputStream(file)) {
            ImageIO.write(image, "png", out);
        }
    }
}
