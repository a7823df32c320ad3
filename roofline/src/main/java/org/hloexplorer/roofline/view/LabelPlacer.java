package org.hloexplorer.roofline.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.hloexplorer.roofline.view.Surface.Anchor;
import org.hloexplorer.roofline.view.Surface.Point;

/**
 * Finds places for labels beside their points so that none covers another or a dot.
 *
 * <p>Greedy: labels are asked for in order of importance, each takes the first free of eight places, and a label
 * without a free place is left out; its dot still answers to the mouse.
 */
final class LabelPlacer {
    private static final double GAP = 5;

    private final List<Box> taken = new ArrayList<>();
    private final List<Box> dots = new ArrayList<>();
    private final Box limits;

    /** A rectangle in pixels. */
    record Box(double left, double top, double right, double bottom) {
        boolean overlaps(Box other) {
            return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
        }

        boolean contains(Box other) {
            return left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom;
        }
    }

    /** A place for a label: its baseline point and how it is anchored there. */
    record Place(Point at, Anchor anchor) {}

    LabelPlacer(Point topLeft, Point bottomRight) {
        limits = new Box(topLeft.x(), topLeft.y(), bottomRight.x(), bottomRight.y());
    }

    /** Keeps labels off this circle. */
    void avoid(Point centre, double radius) {
        dots.add(square(centre, radius));
    }

    /**
     * Takes the room of a line of text that is turned by so many degrees about its start, if it is free.
     *
     * @param start of the line through the middle of the text
     */
    boolean takeSlanted(Point start, double length, double height, double degrees, boolean sparesDots) {
        double slope = Math.toRadians(degrees);
        var line = DoubleStream.iterate(0, along -> along < length, along -> along + height / 2)
                .mapToObj(along -> square(
                        new Point(start.x() + along * Math.cos(slope), start.y() + along * Math.sin(slope)),
                        height / 2))
                .toList();
        if (line.stream()
                .anyMatch(each -> taken.stream().anyMatch(each::overlaps)
                        || (sparesDots && dots.stream().anyMatch(each::overlaps)))) {
            return false;
        }
        taken.addAll(line);
        return true;
    }

    private static Box square(Point centre, double radius) {
        return new Box(centre.x() - radius, centre.y() - radius, centre.x() + radius, centre.y() + radius);
    }

    /** The first of these places that is free for a label which starts or ends there. */
    Optional<Place> placeFirst(Stream<Point> places, Anchor anchor, double width, double height) {
        return places.map(place -> candidate(place.x(), place.y(), anchor, width, height))
                .filter(candidate -> isFree(candidate.box()))
                .findFirst()
                .map(this::take);
    }

    /** A free place for a label of this size beside a dot of this radius. */
    Optional<Place> place(Point point, double radius, double width, double height) {
        double away = radius + GAP;
        double diagonal = away * 0.7;
        var candidates = List.of(
                candidate(point.x() + away, point.y(), Anchor.START, width, height),
                candidate(point.x() - away, point.y(), Anchor.END, width, height),
                candidate(point.x(), point.y() - away - height / 2, Anchor.MIDDLE, width, height),
                candidate(point.x(), point.y() + away + height / 2, Anchor.MIDDLE, width, height),
                candidate(point.x() + diagonal, point.y() - diagonal, Anchor.START, width, height),
                candidate(point.x() + diagonal, point.y() + diagonal, Anchor.START, width, height),
                candidate(point.x() - diagonal, point.y() - diagonal, Anchor.END, width, height),
                candidate(point.x() - diagonal, point.y() + diagonal, Anchor.END, width, height));
        return candidates.stream()
                .filter(candidate -> isFree(candidate.box()))
                .findFirst()
                .map(this::take);
    }

    /** Keeps a place free that begins at a point and is centred about its height; false where something is there. */
    boolean take(Point left, double width, double height) {
        var box = new Box(left.x(), left.y() - height / 2, left.x() + width, left.y() + height / 2);
        if (!isFree(box)) {
            return false;
        }
        taken.add(box);
        return true;
    }

    private Place take(Candidate candidate) {
        taken.add(candidate.box());
        return candidate.place();
    }

    private record Candidate(Box box, Place place) {}

    private static Candidate candidate(double x, double middle, Anchor anchor, double width, double height) {
        double left = switch (anchor) {
            case START -> x;
            case MIDDLE -> x - width / 2;
            case END -> x - width;
        };
        var box = new Box(left, middle - height / 2, left + width, middle + height / 2);
        double baseline = middle + height * 0.3;
        return new Candidate(box, new Place(new Point(x, baseline), anchor));
    }

    private boolean isFree(Box box) {
        return limits.contains(box)
                && taken.stream().noneMatch(box::overlaps)
                && dots.stream().noneMatch(box::overlaps);
    }
}
