package org.hloexplorer.hlo.diff;

/** A text that ends the search of a regular expression which goes over it for ever. */
final class BoundedText implements CharSequence {
    private static final int LONGEST = 4096;
    private static final int MOST_LOOKS = 1_000_000;

    private final CharSequence text;
    private int looks;

    /** The beginning of a text; what is longer than any name is not looked at. */
    BoundedText(CharSequence text) {
        this.text = text.length() <= LONGEST ? text : text.subSequence(0, LONGEST);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public char charAt(int index) {
        if (++looks > MOST_LOOKS) {
            throw new HloQueryException(0, "the regular expression takes too long; write it without nested repetition");
        }
        return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.subSequence(start, end);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
