package org.hloexplorer.pipeline.buffers;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A piece of memory, and the values that lie in it, one after the other or side by side.
 *
 * @param detail what XLA says of it beside its size, such as {@code , parameter 0, shape |f32[8]| at ShapeIndex {}}
 */
public record BufferAllocation(int index, long size, int color, Kind kind, String detail, List<AssignedValue> values) {

    /** What a piece of memory is for, in XLA's words. */
    public enum Kind {
        PARAMETER("parameter"),
        LIVE_OUT("maybe-live-out"),
        CONSTANT("constant"),
        THREAD_LOCAL("thread-local"),
        TEMPORARY("preallocated-temp");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /**
     * A value in its place.
     *
     * @param reason why it lies there, together with what
     */
    public record AssignedValue(
            int id, String name, String shape, long offset, long size, LiveRanges.Range range, String reason) {
        public long end() {
            return offset + size;
        }
    }

    public BufferAllocation {
        values = List.copyOf(values);
    }

    public boolean isTemporary() {
        return kind == Kind.TEMPORARY;
    }

    /** What it is for, and how large, in a line as XLA prints it. */
    String headline() {
        return "allocation %d: size %d%s%s:".formatted(index, size, color == 0 ? "" : ", color " + color, detail);
    }

    /** The shapes in it with how many have each, as a memory usage report lists them. */
    static String shapes(List<AssignedValue> values) {
        return values.stream()
                .collect(Collectors.groupingBy(
                        each -> each.shape().replaceAll("\\{[^}]*}", ""), LinkedHashMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(each -> each.getValue() == 1 ? each.getKey() : "%d×%s".formatted(each.getValue(), each.getKey()))
                .collect(Collectors.joining(", "));
    }
}
