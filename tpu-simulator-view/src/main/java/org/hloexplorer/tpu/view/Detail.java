package org.hloexplorer.tpu.view;

/** How much of a cell there is room to show. */
enum Detail {
    /** All numbers, one above the other. */
    FOUR_LINES(44, 40),
    /** All numbers: the activation, both weights side by side, the sum. */
    THREE_LINES(38, 68),
    /** All numbers: activation and weight above sum and next weight. */
    TWO_LINES(25, 66),
    /** Activation and sum. */
    PAIR(24, 38),
    /** The sum and, where there is room beside it, the activation. */
    ONE_LINE(13, 34),
    /** The colour and number of the row of X. */
    NUMBER(12, 17),
    /** The colour. */
    COLOUR(0, 0),
    /** A point of a picture. */
    HEAT(0, 0);

    /** The most cells to a side that are still drawn one by one. */
    static final int LARGEST_COLOURED = 64;

    private final double leastHeight;
    private final double leastWidth;

    Detail(double leastHeight, double leastWidth) {
        this.leastHeight = leastHeight;
        this.leastWidth = leastWidth;
    }

    /** The most that fits, in an array of so many cells to a side. */
    static Detail of(double cellWidth, double cellHeight, int side) {
        for (var detail : values()) {
            if (cellWidth >= detail.leastWidth && cellHeight >= detail.leastHeight) {
                return detail == COLOUR && side > LARGEST_COLOURED ? HEAT : detail;
            }
        }
        return COLOUR;
    }

    boolean hasValues() {
        return switch (this) {
            case FOUR_LINES, THREE_LINES, TWO_LINES, PAIR, ONE_LINE -> true;
            case NUMBER, COLOUR, HEAT -> false;
        };
    }
}
