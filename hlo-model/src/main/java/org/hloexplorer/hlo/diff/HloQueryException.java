package org.hloexplorer.hlo.diff;

/** A query makes no sense; says where and why. */
public final class HloQueryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int position;

    HloQueryException(int position, String message) {
        super(message);
        this.position = position;
    }

    /** Where in the query, counted from 0. */
    public int position() {
        return position;
    }
}
