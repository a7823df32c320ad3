package org.hloexplorer.roofline.view;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.hloexplorer.roofline.view.LabelPlacer.Box;

/** The horizontal labels of an SVG chart, with the rectangles that their text takes. */
final class SvgLabels {
    private static final Pattern TEXT = Pattern.compile(
            "<text x=\"([\\d.]+)\" y=\"([\\d.]+)\" font-size=\"([\\d.]+)\"[^>]*? text-anchor=\"(\\w+)\" fill=\"[^\"]+\">(fusion[^<]*)</text>");

    private SvgLabels() {}

    static List<Box> of(String svg) {
        var boxes = new ArrayList<Box>();
        var matcher = TEXT.matcher(svg);
        while (matcher.find()) {
            double size = Double.parseDouble(matcher.group(3));
            double width = matcher.group(5).length() * size * 0.5;
            double x = Double.parseDouble(matcher.group(1));
            double left = switch (matcher.group(4)) {
                case "start" -> x;
                case "middle" -> x - width / 2;
                default -> x - width;
            };
            double y = Double.parseDouble(matcher.group(2));
            boxes.add(new Box(left, y - size * 0.7, left + width, y + size * 0.2));
        }
        return boxes;
    }

    static List<Box> overlapping(List<Box> boxes) {
        return boxes.stream()
                .filter(box -> boxes.stream().anyMatch(other -> !other.equals(box) && box.overlaps(other)))
                .toList();
    }
}
