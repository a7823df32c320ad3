package org.hloexplorer.roofline.view;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javafx.scene.Node;
import javafx.scene.SnapshotParameters;
import javafx.scene.image.PixelFormat;
import javafx.scene.transform.Transform;
import javax.imageio.ImageIO;

/** A node as it is on the screen, as PNG. */
final class ChartImage {
    private ChartImage() {}

    /** Twice as fine as the screen, so that it can be printed. */
    private static final double SCALE = 2;

    static byte[] png(Node node) {
        var parameters = new SnapshotParameters();
        parameters.setTransform(Transform.scale(SCALE, SCALE));
        var image = node.snapshot(parameters, null);
        int width = (int) image.getWidth();
        int height = (int) image.getHeight();
        var pixels = new int[width * height];
        image.getPixelReader().getPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), pixels, 0, width);
        var buffered = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        buffered.setRGB(0, 0, width, height, pixels, 0, width);
        var bytes = new ByteArrayOutputStream();
        try {
            ImageIO.write(buffered, "png", bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to memory", e);
        }
        return bytes.toByteArray();
    }
}
