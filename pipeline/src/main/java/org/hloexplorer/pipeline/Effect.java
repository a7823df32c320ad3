package org.hloexplorer.pipeline;

/** What a rewrite may do to the values a program computes. */
public enum Effect {
    /** Every result keeps its bits. */
    EXACT("exact"),
    /** Results may differ by rounding: reassociation, contraction. */
    ROUNDING("rounding"),
    /** Results change for some inputs: NaN, infinity, {@code -0.0}, overflow, or an index out of range. */
    DOMAIN("value-changing");

    private final String text;

    Effect(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
