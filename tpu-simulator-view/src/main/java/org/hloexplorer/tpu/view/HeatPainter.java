package org.hloexplorer.tpu.view;

import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javafx.scene.paint.Color;
import org.hloexplorer.pipeline.backend.tpu.simulator.ArrayState;
import org.jspecify.annotations.Nullable;

/**
 * Draws a large array as a picture with a point per cell.
 *
 * <p>Cells on a diagonal see the same row of X, so a frame costs a search per diagonal and a write per point.
 */
final class HeatPainter {
    private static final int BANDS = 16;

    private @Nullable WritableImage image;
    private int weightsOfTile = -1;
    private double largestWeight;
    private @Nullable UnitScene known;

    /** How many rows of X share a colour, so that the wave is some points wide. */
    static int band(ArrayGeometry geometry) {
        return Math.max(1, Math.max(geometry.rows(), geometry.cols()) / BANDS);
    }

    void paint(Ink ink, ArrayPicture picture) {
        var geometry = picture.geometry();
        if (!picture.scene().equals(known)) {
            known = picture.scene();
            weightsOfTile = -1;
        }
        int[] points = new int[geometry.rows() * geometry.cols()];
        switch (picture.heat()) {
            case WAVE -> diagonals(points, geometry, wave(ink.palette(), picture));
            case WORK -> diagonals(points, geometry, work(picture));
            case WEIGHT -> weights(points, ink.palette(), picture);
        }
        ink.context().setImageSmoothing(false);
        ink.context()
                .drawImage(
                        image(points, geometry), geometry.left(), geometry.top(), geometry.width(), geometry.height());
        ink.frame(
                geometry.left() - 1,
                geometry.top() - 1,
                geometry.width() + 2,
                geometry.height() + 2,
                ink.palette().border(),
                1);
    }

    private WritableImage image(int[] points, ArrayGeometry geometry) {
        var target = image;
        if (target == null || target.getWidth() != geometry.cols() || target.getHeight() != geometry.rows()) {
            target = new WritableImage(geometry.cols(), geometry.rows());
            image = target;
        }
        target.getPixelWriter()
                .setPixels(
                        0,
                        0,
                        geometry.cols(),
                        geometry.rows(),
                        PixelFormat.getIntArgbInstance(),
                        points,
                        0,
                        geometry.cols());
        return target;
    }

    private static void diagonals(int[] points, ArrayGeometry geometry, int[] colours) {
        for (int row = 0; row < geometry.rows(); row++) {
            System.arraycopy(colours, row, points, row * geometry.cols(), geometry.cols());
        }
    }

    private static int[] wave(Palette palette, ArrayPicture picture) {
        int band = band(picture.geometry());
        int[] colours = new int[picture.geometry().rows() + picture.geometry().cols() - 1];
        for (int diagonal = 0; diagonal < colours.length; diagonal++) {
            var pass = picture.state().diagonal(diagonal);
            colours[diagonal] = argb(pass.isPresent() ? palette.row(pass.m() / band) : palette.raised());
        }
        return colours;
    }

    /** Spread over the difference between the cell that has done most and the one that has done least. */
    private static int[] work(ArrayPicture picture) {
        int[] colours = new int[picture.geometry().rows() + picture.geometry().cols() - 1];
        long most = picture.state().macsBefore(0);
        long least = picture.state().macsBefore(colours.length - 1);
        for (int diagonal = 0; diagonal < colours.length; diagonal++) {
            double above = picture.state().macsBefore(diagonal) - least;
            colours[diagonal] = argb(Palette.heat(above / Math.max(1, most - least)));
        }
        return colours;
    }

    private void weights(int[] points, Palette palette, ArrayPicture picture) {
        var state = picture.state();
        var geometry = picture.geometry();
        int tile = picture.scene().tileAt(state.cycle());
        if (tile != weightsOfTile) {
            largestWeight = largest(state, geometry);
            weightsOfTile = tile;
        }
        for (int row = 0; row < geometry.rows(); row++) {
            for (int col = 0; col < geometry.cols(); col++) {
                var weight = state.weight(row, col);
                points[row * geometry.cols() + col] = argb(
                        weight.isPresent() ? Palette.heat(Math.abs(weight.value()) / largestWeight) : palette.raised());
            }
        }
    }

    private static double largest(ArrayState state, ArrayGeometry geometry) {
        double largest = Double.MIN_NORMAL;
        for (int row = 0; row < geometry.rows(); row++) {
            for (int col = 0; col < geometry.cols(); col++) {
                largest = Math.max(largest, Math.abs(state.weight(row, col).value()));
            }
        }
        return largest;
    }

    private static int argb(Color colour) {
        int red = (int) Math.round(colour.getRed() * 255);
        int green = (int) Math.round(colour.getGreen() * 255);
        int blue = (int) Math.round(colour.getBlue() * 255);
        return 0xff << 24 | red << 16 | green << 8 | blue;
    }
}
