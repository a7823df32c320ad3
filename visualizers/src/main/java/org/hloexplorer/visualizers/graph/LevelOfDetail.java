package org.hloexplorer.visualizers.graph;

/** How much is drawn of a node at a zoom. */
enum LevelOfDetail {
    DOTS,
    BOXES,
    TITLES,
    FULL;

    static LevelOfDetail at(double scale) {
        if (scale < 0.15) {
            return DOTS;
        }
        if (scale < 0.35) {
            return BOXES;
        }
        return scale < 0.6 ? TITLES : FULL;
    }

    boolean shows(LevelOfDetail detail) {
        return compareTo(detail) >= 0;
    }
}
