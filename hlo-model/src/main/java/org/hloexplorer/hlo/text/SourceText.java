package org.hloexplorer.hlo.text;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A text with the name of the file it comes from, and its lines. */
public final class SourceText {
    private final String file;
    private final String text;

    private volatile int @Nullable [] lineStarts;

    public SourceText(String file, CharSequence text) {
        this.file = file;
        this.text = text.toString();
    }

    public String file() {
        return file;
    }

    public String text() {
        return text;
    }

    public int lineCount() {
        return lineStarts().length;
    }

    /** The line without its end, counted from 1; empty beyond the text. */
    public String line(int number) {
        var starts = lineStarts();
        if (number < 1 || number > starts.length) {
            return "";
        }
        int end = number < starts.length ? starts[number] - 1 : text.length();
        boolean hasReturn = end > starts[number - 1] && text.charAt(end - 1) == '\r';
        return text.substring(starts[number - 1], hasReturn ? end - 1 : end);
    }

    /** The number, from 1, of the line that holds this offset. */
    public int lineAt(int offset) {
        int found = Arrays.binarySearch(lineStarts(), offset);
        return found >= 0 ? found + 1 : -found - 1;
    }

    /** The offset of a place given by line and column from 1; the nearest one where the line is shorter. */
    public int offset(int line, int column) {
        var starts = lineStarts();
        int known = Math.clamp(line, 1, starts.length);
        int end = known < starts.length ? starts[known] - 1 : text.length();
        return Math.clamp(starts[known - 1] + column - 1L, starts[known - 1], end);
    }

    /** What lies between two offsets, up to the end of the first line. */
    public SourceSpan span(int start, int end) {
        int line = lineAt(start);
        var starts = lineStarts();
        int lineEnd = line < starts.length ? starts[line] - 1 : text.length();
        return new SourceSpan(file, line, start - starts[line - 1] + 1, Math.min(end, lineEnd) - start);
    }

    private int[] lineStarts() {
        var known = lineStarts;
        if (known == null) {
            known = findLines(text);
            lineStarts = known;
        }
        return known;
    }

    private static int[] findLines(String text) {
        var starts = new int[64];
        int lines = 1;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
            if (lines == starts.length) {
                starts = Arrays.copyOf(starts, lines * 2);
            }
            starts[lines++] = end + 1;
        }
        return Arrays.copyOf(starts, lines);
    }
}
