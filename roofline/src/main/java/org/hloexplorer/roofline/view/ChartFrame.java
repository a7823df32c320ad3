package org.hloexplorer.roofline.view;

import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.hloexplorer.roofline.Placement;
import org.hloexplorer.roofline.Roof;
import org.hloexplorer.roofline.RooflineData;
import org.hloexplorer.roofline.view.Surface.Point;

/** The part of the plane that is shown, and where it lies in pixels: intensity to the right, rate upwards. */
record ChartFrame(LogScale intensity, LogScale rate) {
    private static final double LEFT = 64;
    private static final double RIGHT = 24;
    private static final double TOP = 20;

    /** Room for a line of text above the upper edge. */
    static final double ABOVE = 16;

    private static final double BOTTOM = 44;

    /** In flop/byte; no ridge lies as far to the right. */
    private static final double MOST_INTENSITY = 3000;

    /** The ranges that show every dot, every roof and every ridge, rounded out to whole powers of ten. */
    static ChartFrame of(RooflineData data, double width, double height) {
        var intensities = DoubleStream.concat(
                        DoubleStream.concat(
                                plotted(data).mapToDouble(dot -> dot.kernel().intensity()), levelIntensities(data)),
                        data.allRoofs().stream()
                                .flatMapToDouble(
                                        roofs -> roofs.memory().stream().mapToDouble(roofs::ridge)))
                .summaryStatistics();
        double lowIntensity = powerBelow(intensities.getMin() / 2);
        double highIntensity = powerAbove(intensities.getMax() * 2);
        var rates = DoubleStream.concat(
                        plotted(data).mapToDouble(dot -> dot.kernel().flopRate()),
                        data.allRoofs().stream()
                                .flatMap(roofs ->
                                        Stream.concat(roofs.arithmetic().stream(), Stream.of(roofs.farthestMemory())))
                                .mapToDouble(roof -> roof.at(Math.max(lowIntensity, intensities.getMin()))))
                .summaryStatistics();
        double highest = data.allRoofs().stream()
                .mapToDouble(roofs -> roofs.peak().value())
                .max()
                .orElseThrow();
        return new ChartFrame(
                new LogScale(lowIntensity, highIntensity, LEFT, Math.max(LEFT + 1, width - RIGHT)),
                new LogScale(
                        powerBelow(rates.getMin() / 2),
                        powerAbove(highest * 1.2),
                        Math.max(TOP + 1, height - BOTTOM),
                        TOP));
    }

    /** Of all levels, but for those that hardly moved anything: they would push all the rest together. */
    private static DoubleStream levelIntensities(RooflineData data) {
        return plotted(data)
                .flatMapToDouble(dot -> dot.kernel().levels().stream().mapToDouble(dot.kernel()::intensity))
                .filter(each -> each < MOST_INTENSITY);
    }

    static Stream<Placement.Plotted> plotted(RooflineData data) {
        return data.stages().stream()
                .flatMap(stage -> stage.kernels().stream())
                .filter(Placement.Plotted.class::isInstance)
                .map(Placement.Plotted.class::cast);
    }

    Point point(double atIntensity, double atRate) {
        return new Point(intensity.toPixel(atIntensity), rate.toPixel(atRate));
    }

    Point point(Placement.Plotted dot) {
        return point(dot.kernel().intensity(), dot.kernel().flopRate());
    }

    Point topLeft() {
        return new Point(intensity.start(), rate.end());
    }

    Point bottomRight() {
        return new Point(intensity.end(), rate.start());
    }

    /** The slope of a memory roof on the screen, in degrees clockwise; all are parallel. */
    double memorySlope() {
        double perDecadeAcross = (intensity.end() - intensity.start()) / Math.log10(intensity.high() / intensity.low());
        double perDecadeUp = (rate.start() - rate.end()) / Math.log10(rate.high() / rate.low());
        return -Math.toDegrees(Math.atan2(perDecadeUp, perDecadeAcross));
    }

    /** Where a memory roof enters the visible range at the left or at the bottom. */
    Point start(Roof memory) {
        double atLeft = memory.at(intensity.low());
        return atLeft >= rate.low() ? point(intensity.low(), atLeft) : point(rate.low() / memory.value(), rate.low());
    }

    private static double powerBelow(double value) {
        return Math.pow(10, Math.floor(Math.log10(value)));
    }

    private static double powerAbove(double value) {
        return Math.pow(10, Math.ceil(Math.log10(value)));
    }
}
