package org.hloexplorer.pipeline.fusion;

import java.util.Arrays;

/** Ids in order, such as the operands of a fusion, of which there are hundreds while one at a time changes. */
final class OperandList {
    private int[] ids;
    private int size;

    OperandList(int... ids) {
        this.ids = ids;
        this.size = ids.length;
    }

    int size() {
        return size;
    }

    int get(int index) {
        return ids[index];
    }

    /** Where the id stands; -1 where it does not. */
    int indexOf(int id) {
        for (int i = 0; i < size; i++) {
            if (ids[i] == id) {
                return i;
            }
        }
        return -1;
    }

    /** Adds an id at the end. */
    void add(int id) {
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, Math.max(8, 2 * size));
        }
        ids[size++] = id;
    }

    /** Removes what stands at an index; those behind move up. */
    void remove(int index) {
        System.arraycopy(ids, index + 1, ids, index, size - index - 1);
        size--;
    }

    int[] toArray() {
        return Arrays.copyOf(ids, size);
    }
}
