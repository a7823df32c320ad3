package org.hloexplorer.app.window;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.Scene;
import javafx.scene.SnapshotParameters;
import javafx.scene.image.Image;
import javafx.scene.image.PixelFormat;
import javafx.scene.paint.Color;
import javafx.stage.PopupWindow;
import javafx.stage.Window;
import javax.imageio.ImageIO;

/** What a scene looked like at one moment. */
final class Picture {
    private final BufferedImage image;

    private Picture(BufferedImage image) {
        this.image = image;
    }

    /** Draws a scene, and what pops up over its window. Call on the JavaFX thread. */
    static Picture of(Scene scene) {
        var image = new BufferedImage((int) scene.getWidth(), (int) scene.getHeight(), BufferedImage.TYPE_INT_RGB);
        draw(scene.snapshot(null), image, 0, 0);
        var window = scene.getWindow();
        for (var each : List.copyOf(Window.getWindows())) {
            if (each instanceof PopupWindow popup && popup.isShowing() && window.equals(popup.getOwnerWindow())) {
                draw(
                        popup.getScene().getRoot().snapshot(withoutGround(), null),
                        image,
                        (int) Math.round(popup.getX() - window.getX() - scene.getX()),
                        (int) Math.round(popup.getY() - window.getY() - scene.getY()));
            }
        }
        return new Picture(image);
    }

    private static SnapshotParameters withoutGround() {
        var parameters = new SnapshotParameters();
        parameters.setFill(Color.TRANSPARENT);
        return parameters;
    }

    private static void draw(Image drawn, BufferedImage target, int x, int y) {
        int width = (int) drawn.getWidth();
        int height = (int) drawn.getHeight();
        var pixels = new int[width * height];
        drawn.getPixelReader().getPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), pixels, 0, width);
        var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        image.setRGB(0, 0, width, height, pixels, 0, width);
        var graphics = target.createGraphics();
        graphics.drawImage(image, x, y, null);
        graphics.dispose();
    }

    /** Writes it as PNG. */
    void save(Path file) throws IOException {
        try (var out = Files.newOutputStream(file)) {
            ImageIO.write(image, "png", out);
        }
    }
}
