package org.hloexplorer.tpu.view;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import javafx.geometry.Insets;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.image.PixelFormat;
import javafx.scene.layout.BorderPane;
import javax.imageio.ImageIO;
import org.hloexplorer.pipeline.backend.tpu.TpuSimulation;

/**
 * Pictures of the array in a range of cycles, drawn as the view draws them. To be used on the JavaFX thread.
 *
 * <p>A range is written to its end or not at all: more cycles than {@link #MOST_FRAMES} are refused, not thinned out.
 */
public final class ArrayFilm {
    /** Pictures of one range; a minute and a half of GIF. */
    public static final int MOST_FRAMES = 500;

    private static final int WIDTH = 720;
    private static final int HEIGHT = 400;
    private static final int CAPTION = 24;
    private static final int HUNDREDTHS = 20;

    private final TpuViewModel model = new TpuViewModel();
    private final ArrayCanvas canvas;
    private final Label caption = new Label();
    private final BorderPane page = new BorderPane();
    private final Scene scene;

    /** Of the simulation's product that is in this place, and of the matrix unit of this number. */
    public ArrayFilm(TpuSimulation simulation, int product, int unit) {
        model.motionProperty().set(false);
        model.show(simulation);
        if (product >= model.matMuls().size()) {
            throw new IllegalArgumentException("%s has %d products of matrices, so there is none to draw"
                    .formatted(simulation.title(), model.matMuls().size()));
        }
        model.selectedProperty().set(model.matMuls().get(product));
        model.unitProperty().set(unit);
        canvas = new ArrayCanvas(model);
        caption.setMinHeight(CAPTION);
        caption.setPadding(new Insets(0, 8, 0, 8));
        page.setStyle("-fx-background-color: white");
        page.setCenter(canvas);
        page.setBottom(caption);
        scene = new Scene(page, WIDTH, HEIGHT);
    }

    /** Refuses ranges that do not exist or are too long, with a sentence. */
    private void check(long from, long to) {
        long cycles = Objects.requireNonNull(model.sceneProperty().get()).cycles();
        if (from < 0 || to < from || to >= cycles) {
            throw new IllegalArgumentException(
                    "cycles %d to %d are no range of this product, which takes %d, counted from 0"
                            .formatted(from, to, cycles));
        }
        if (to - from >= MOST_FRAMES) {
            throw new IllegalArgumentException(
                    "cycles %d to %d are %d pictures, more than %d".formatted(from, to, to - from + 1, MOST_FRAMES));
        }
    }

    /** Writes the cycles {@code from} to {@code to}, both included, as an animated GIF. */
    public void writeGif(long from, long to, OutputStream out) throws IOException {
        check(from, to);
        try (var gif = new AnimatedGif(out, HUNDREDTHS)) {
            for (long cycle = from; cycle <= to; cycle++) {
                gif.add(picture(cycle));
            }
        }
    }

    /** Writes the cycles {@code from} to {@code to}, both included, as {@code cycle-N.png} into a folder. */
    public void writePictures(long from, long to, Path folder) throws IOException {
        check(from, to);
        Files.createDirectories(folder);
        int digits = Long.toString(to).length();
        for (long cycle = from; cycle <= to; cycle++) {
            var name = String.format(Locale.ROOT, "cycle-%0" + digits + "d.png", cycle);
            try (var out = Files.newOutputStream(folder.resolve(name))) {
                ImageIO.write(picture(cycle), "png", out);
            }
        }
    }

    private BufferedImage picture(long cycle) {
        model.goTo(cycle);
        var shown = Objects.requireNonNull(model.sceneProperty().get());
        caption.setText(Words.say(
                "film.caption",
                shown.run().name(),
                Figures.count(cycle),
                Figures.count(shown.cycles()),
                shown.config().array(),
                shown.config().timing().flag()));
        page.applyCss();
        canvas.requestLayout();
        page.layout();
        var image = scene.snapshot(null);
        int width = (int) image.getWidth();
        int height = (int) image.getHeight();
        var pixels = new int[width * height];
        image.getPixelReader().getPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), pixels, 0, width);
        var picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        picture.setRGB(0, 0, width, height, pixels, 0, width);
        return picture;
    }
}
