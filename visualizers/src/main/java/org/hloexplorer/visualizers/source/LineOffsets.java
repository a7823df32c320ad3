package org.hloexplorer.visualizers.source;

import java.util.Arrays;

/** Where the lines of a text begin. */
final class LineOffsets {
    private final int[] starts;
    private final int length;

    LineOffsets(String text) {
        length = text.length();
        starts = new int[(int) text.chars().filter(each -> each == '\n').count() + 1];
        int line = 1;
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) == '\n') {
                starts[line++] = i + 1;
            }
        }
    }

    /** The offset of a place whose line and column count from 1; places outside are moved to the nearest inside. */
    int offset(int line, int column) {
        int index = Math.clamp(line - 1L, 0, starts.length - 1);
        return Math.clamp((long) starts[index] + column - 1, 0, length);
    }

    /** The line, counted from 1, that holds this offset. */
    int lineAt(int offset) {
        int found = Arrays.binarySearch(starts, offset);
        return found >= 0 ? found + 1 : -found - 1;
    }
}
