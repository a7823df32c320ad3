package org.hloexplorer.hlo.text;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Values by pieces of one text: what was read from a piece is found again where the same characters stand once more.
 * Nothing is copied; a piece is two offsets.
 */
final class TextTable<V> {
    private final char[] chars;
    private int[] starts = new int[256];
    private int[] lengths = new int[256];
    private int[] hashes = new int[256];
    private @Nullable Object[] values = new @Nullable Object[256];
    private int size;

    TextTable(char[] chars) {
        this.chars = chars;
    }

    /** The value kept for these characters, or null. */
    @SuppressWarnings("unchecked")
    @Nullable
    V find(int start, int end) {
        return (V) values[slot(start, end - start, hash(start, end))];
    }

    void put(int start, int end, V value) {
        if (size * 2 >= values.length) {
            grow();
        }
        int hash = hash(start, end);
        int slot = slot(start, end - start, hash);
        if (values[slot] == null) {
            size++;
        }
        starts[slot] = start;
        lengths[slot] = end - start;
        hashes[slot] = hash;
        values[slot] = value;
    }

    private int slot(int start, int length, int hash) {
        int mask = values.length - 1;
        int slot = hash & mask;
        while (values[slot] != null && !(hashes[slot] == hash && isSame(slot, start, length))) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private boolean isSame(int slot, int start, int length) {
        return lengths[slot] == length
                && Arrays.equals(chars, starts[slot], starts[slot] + length, chars, start, start + length);
    }

    private int hash(int start, int end) {
        int hash = 0;
        for (int i = start; i < end; i++) {
            hash = hash * 31 + chars[i];
        }
        hash *= 0x9E3779B9;
        return hash ^ (hash >>> 15);
    }

    private void grow() {
        var oldStarts = starts;
        var oldLengths = lengths;
        var oldHashes = hashes;
        var oldValues = values;
        int capacity = oldValues.length * 2;
        starts = new int[capacity];
        lengths = new int[capacity];
        hashes = new int[capacity];
        values = new @Nullable Object[capacity];
        for (int i = 0; i < oldValues.length; i++) {
            if (oldValues[i] != null) {
                int slot = slot(oldStarts[i], oldLengths[i], oldHashes[i]);
                starts[slot] = oldStarts[i];
                lengths[slot] = oldLengths[i];
                hashes[slot] = oldHashes[i];
                values[slot] = oldValues[i];
            }
        }
    }
}
