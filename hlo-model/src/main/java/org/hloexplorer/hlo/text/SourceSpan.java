package org.hloexplorer.hlo.text;

/**
 * A piece of one line of a file.
 *
 * @param line counted from 1, as is the column
 * @param length in characters; 1 at least, so that there is something to underline
 */
public record SourceSpan(String file, int line, int column, int length) {
    public SourceSpan {
        length = Math.max(1, length);
    }

    /** The place as {@code file:line:column}, which editors and terminals follow. */
    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
