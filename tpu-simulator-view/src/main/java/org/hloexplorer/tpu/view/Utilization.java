package org.hloexplorer.tpu.view;

/** What part of all cells works, piece by piece of a range of cycles: 0 to 1, padding counted as work. */
final class Utilization {
    private final double[] shares;

    private Utilization(double[] shares) {
        this.shares = shares;
    }

    static Utilization of(UnitScene scene, TimeAxis axis) {
        double cells = (double) scene.config().rows() * scene.config().cols();
        var range = axis.range();
        int count = axis.width();
        var shares = new double[count];
        for (int bin = 0; bin < count; bin++) {
            long from = range.from() + range.cycles() * bin / count;
            long to = Math.max(from + 1, range.from() + range.cycles() * (bin + 1) / count);
            long macs = scene.array().macsBefore(to) - scene.array().macsBefore(from);
            shares[bin] = macs / ((to - from) * cells);
        }
        return new Utilization(shares);
    }

    double at(int bin) {
        return shares[bin];
    }
}
