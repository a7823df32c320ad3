package org.hloexplorer.hlo.eval;

import java.util.ArrayList;

/**
 * Output positions, a fixed step apart, at which a kernel position meets elements of the input that are a fixed stride
 * apart.
 *
 * @param position the first output position
 * @param step from one output position to the next
 * @param count how many
 * @param place the linear index of the first element in the input's space
 * @param stride from one element to the next
 */
record PatchRun(int position, int step, int count, int place, int stride) {

    /** All runs of a kernel position, in ascending order and without overlap. */
    static PatchRun[] all(WindowWalk walk, int[] kernel, int[] strides) {
        var runs = new ArrayList<PatchRun>();
        var at = new int[walk.rank()];
        int positions = Strides.product(walk.outputSizes());
        var run = new PatchRun(0, 1, 0, 0, 1);
        for (int position = 0; position < positions; position++) {
            Positions.set(at, walk.outputSizes(), position);
            int place = walk.index(kernel, at, strides);
            if (place < 0) {
                continue;
            }
            if (run.continuesAt(position, place)) {
                run = run.upTo(position, place);
            } else {
                if (run.count > 0) {
                    runs.add(run);
                }
                run = new PatchRun(position, 1, 1, place, 1);
            }
        }
        if (run.count > 0) {
            runs.add(run);
        }
        return runs.toArray(PatchRun[]::new);
    }

    private boolean continuesAt(int nextPosition, int nextPlace) {
        return count == 1
                || (count > 1 && nextPosition == position + count * step && nextPlace == place + count * stride);
    }

    private PatchRun upTo(int nextPosition, int nextPlace) {
        return count == 1
                ? new PatchRun(position, nextPosition - position, 2, place, nextPlace - place)
                : new PatchRun(position, step, count + 1, place, stride);
    }

    private int lastPosition() {
        return position + (count - 1) * step;
    }

    /** The index of the first run that reaches a position or goes beyond it. */
    static int firstReaching(PatchRun[] runs, int position) {
        int low = 0;
        int high = runs.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (runs[middle].lastPosition() < position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Copies what lies at positions from {@code from} up to {@code to}; position {@code from} goes to {@code line[at]}. */
    void copy(Object input, int image, int from, int to, Object line, int at) {
        int first = Math.max(0, Math.ceilDiv(from - position, step));
        int end = Math.min(count, Math.ceilDiv(to - position, step));
        if (first < end) {
            StridedLine.copy(
                    input,
                    image + place + first * stride,
                    stride,
                    line,
                    at + position + first * step - from,
                    step,
                    end - first);
        }
    }
}
