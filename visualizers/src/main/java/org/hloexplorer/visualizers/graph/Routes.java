package org.hloexplorer.visualizers.graph;

/** Polylines as x, y, x, y … */
final class Routes {
    /** Of the sign at the middle of an edge, in units of the picture. */
    static final double SIGN_RADIUS = 8;

    private Routes() {}

    static Box bounds(double[] route) {
        if (route.length < 2) {
            return new Box(0, 0, 0, 0);
        }
        var bounds = new Box(route[0], route[1], 0, 0);
        for (int i = 2; i < route.length; i += 2) {
            bounds = bounds.around(new Box(route[i], route[i + 1], 0, 0));
        }
        return bounds;
    }

    static boolean reaches(Box bounds, double x, double y, double reach) {
        return x >= bounds.x() - reach
                && x <= bounds.right() + reach
                && y >= bounds.y() - reach
                && y <= bounds.bottom() + reach;
    }

    /** From a point to the line; points on the sign, where there is one, have no distance. */
    static double distance(double[] route, double x, double y, boolean hasSign) {
        if (hasSign) {
            double[] sign = middle(route);
            if (Math.hypot(sign[0] - x, sign[1] - y) <= SIGN_RADIUS) {
                return 0;
            }
        }
        double nearest = Double.MAX_VALUE;
        for (int i = 0; i + 3 < route.length; i += 2) {
            nearest = Math.min(nearest, distance(route[i], route[i + 1], route[i + 2], route[i + 3], x, y));
        }
        return nearest;
    }

    private static double distance(double x1, double y1, double x2, double y2, double x, double y) {
        double lengthSquared = (x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1);
        double part = lengthSquared == 0
                ? 0
                : Math.clamp(((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / lengthSquared, 0, 1);
        return Math.hypot(x - x1 - part * (x2 - x1), y - y1 - part * (y2 - y1));
    }

    /** The point halfway along the line. */
    static double[] middle(double[] route) {
        if (route.length < 4) {
            return route.length < 2 ? new double[] {0, 0} : route.clone();
        }
        double rest = length(route) / 2;
        for (int i = 0; i + 3 < route.length; i += 2) {
            double part = Math.hypot(route[i + 2] - route[i], route[i + 3] - route[i + 1]);
            if (part >= rest && part > 0) {
                double share = rest / part;
                return new double[] {
                    route[i] + share * (route[i + 2] - route[i]), route[i + 1] + share * (route[i + 3] - route[i + 1])
                };
            }
            rest -= part;
        }
        return new double[] {route[route.length - 2], route[route.length - 1]};
    }

    private static double length(double[] route) {
        double length = 0;
        for (int i = 0; i + 3 < route.length; i += 2) {
            length += Math.hypot(route[i + 2] - route[i], route[i + 3] - route[i + 1]);
        }
        return length;
    }
}
