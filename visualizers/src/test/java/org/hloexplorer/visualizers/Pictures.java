package org.hloexplorer.visualizers;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javafx.application.Application;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.image.WritableImage;
import javafx.stage.Stage;
import javax.imageio.ImageIO;

/** Views on a stage as in the program, and pictures of them in {@code target/pictures}. */
public final class Pictures {
    private Pictures() {}

    /** Shows a view at the top left of the screen, where the headless mouse wheel works. */
    public static void show(Stage stage, Parent view, double width, double height) {
        Fonts.load();
        Application.setUserAgentStylesheet(new PrimerLight().getUserAgentStylesheet());
        var scene = new Scene(view, width, height);
        scene.getRoot().setStyle("-fx-font-family: Inter; -fx-font-size: 13px;");
        stage.setScene(scene);
        stage.sizeToScene();
        stage.setX(0);
        stage.setY(0);
        stage.show();
    }

    public static void dark() {
        Application.setUserAgentStylesheet(new PrimerDark().getUserAgentStylesheet());
    }

    /** Call on the JavaFX thread. */
    public static WritableImage take(Stage stage, String name) {
        stage.getScene().getRoot().applyCss();
        stage.getScene().getRoot().layout();
        var image = stage.getScene().snapshot(null);
        var copy = new BufferedImage((int) image.getWidth(), (int) image.getHeight(), BufferedImage.TYPE_INT_ARGB);
        var reader = image.getPixelReader();
        for (int y = 0; y < copy.getHeight(); y++) {
            for (int x = 0; x < copy.getWidth(); x++) {
                copy.setRGB(x, y, reader.getArgb(x, y));
            }
        }
        try {
            var folder = Files.createDirectories(Path.of("target/pictures"));
            ImageIO.write(copy, "png", folder.resolve(name + ".png").toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return image;
    }
}
