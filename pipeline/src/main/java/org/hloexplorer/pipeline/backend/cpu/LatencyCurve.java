package org.hloexplorer.pipeline.backend.cpu;

import java.util.ArrayList;
import java.util.List;

/**
 * How long a load takes that waits for the one before, by the size of the memory that is gone over: flat as long as a cache
 * holds it, then rising to the next.
 *
 * @param points by growing size
 */
record LatencyCurve(List<Point> points) {
    /** From one size to the next a flat part rises by less than this; the next is half as large again. */
    private static final double FLAT = 1.12;

    /** A cache that is farther away takes so many times as long at least. */
    private static final double FARTHER = 1.6;

    /** A load's time at a size. */
    record Point(long bytes, double nanos) {}

    LatencyCurve {
        points = List.copyOf(points);
    }

    /** The same without what a size takes longer than a larger one: others were in the way then. */
    LatencyCurve rising() {
        var rising = new ArrayList<Point>();
        double least = Double.POSITIVE_INFINITY;
        for (var point : points.reversed()) {
            least = Math.min(least, point.nanos());
            rising.addFirst(new Point(point.bytes(), least));
        }
        return new LatencyCurve(rising);
    }

    /** A flat part, by the time of its loads and its largest size. */
    private record Plateau(double nanos, long bytes) {}

    /**
     * The caches from the nearest on: each ends half way, by ratio, from its own time to the next one's. Memory itself, which
     * ends nowhere, is not among them.
     */
    List<ProbedCache> caches() {
        var plateaus = plateaus();
        List<ProbedCache> caches = new ArrayList<>();
        for (int i = 0; i + 1 < plateaus.size(); i++) {
            var here = plateaus.get(i);
            double middle = Math.sqrt(here.nanos() * plateaus.get(i + 1).nanos());
            caches.add(new ProbedCache(crossing(here.bytes(), middle), here.nanos()));
        }
        return caches;
    }

    private List<Plateau> plateaus() {
        List<Plateau> plateaus = new ArrayList<>();
        for (int i = 0; i + 1 < points.size(); i++) {
            if (isFlat(i)) {
                int last = i + 1;
                while (last + 1 < points.size() && isFlat(last)) {
                    last++;
                }
                add(plateaus, i, last);
                i = last;
            }
        }
        return plateaus;
    }

    private boolean isFlat(int i) {
        return points.get(i + 1).nanos() < FLAT * points.get(i).nanos();
    }

    /** Flat parts that lie hardly apart are one cache, whose page tables show. */
    private void add(List<Plateau> plateaus, int first, int last) {
        double nanos = points.get((first + last) / 2).nanos();
        long bytes = points.get(last).bytes();
        boolean isFarther =
                plateaus.isEmpty() || nanos >= FARTHER * plateaus.getLast().nanos();
        plateaus.add(
                isFarther
                        ? new Plateau(nanos, bytes)
                        : new Plateau(plateaus.removeLast().nanos(), bytes));
    }

    /** Where the curve goes through a time for the first time from a size on; between two sizes by ratio. */
    private long crossing(long from, double nanos) {
        for (int i = 0; i + 1 < points.size(); i++) {
            var here = points.get(i);
            var next = points.get(i + 1);
            if (here.bytes() >= from && next.nanos() > nanos) {
                double part = Math.clamp(Math.log(nanos / here.nanos()) / Math.log(next.nanos() / here.nanos()), 0, 1);
                return Math.round(here.bytes() * Math.pow((double) next.bytes() / here.bytes(), part));
            }
        }
        return points.getLast().bytes();
    }
}
