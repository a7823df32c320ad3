package org.hloexplorer.pipeline.buffers;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.hloexplorer.pipeline.buffers.BufferAllocation.AssignedValue;
import org.hloexplorer.pipeline.buffers.BufferAllocation.Kind;

/** Buffer assignments as XLA's {@code -buffer-assignment.txt} files have them. */
public final class BufferAssignmentText {
    private static final String TITLE = "BufferAssignment:";
    private static final Pattern ALLOCATION = Pattern.compile("allocation (\\d+): size (\\d+)(?:, color (\\d+))?(.*):");
    private static final Pattern VALUE =
            Pattern.compile(" value: <(\\d+) (.+?)( \\(phi\\))? @(\\d+)> \\(size=(\\d+),offset=(-?\\d+)\\): (.*)");

    private BufferAssignmentText() {}

    /** The text that XLA would write. */
    public static String print(BufferAssignment assignment) {
        var out = new StringBuilder(TITLE).append('\n');
        for (var allocation : assignment.allocations()) {
            out.append(allocation.headline()).append('\n');
            for (var value : allocation.values()) {
                out.append(" value: <%d %s @%d> (size=%d,offset=%d): %s\n"
                        .formatted(
                                value.id(),
                                value.name(),
                                allocation.color(),
                                value.size(),
                                value.offset(),
                                value.shape()));
            }
        }
        out.append("\nTotal bytes used: %d (%s)\n"
                .formatted(assignment.totalBytes(), ByteText.of(assignment.totalBytes())));
        return out.toString();
    }

    /**
     * The allocations in a text; when values are alive it does not say.
     *
     * @throws IllegalArgumentException where a line is none that XLA writes, with its number
     */
    public static List<BufferAllocation> parse(String text) {
        var allocations = new ArrayList<BufferAllocation>();
        var lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            var line = lines.get(i);
            var head = ALLOCATION.matcher(line);
            if (head.matches()) {
                int color = head.group(3) == null ? 0 : Integer.parseInt(head.group(3));
                allocations.add(new BufferAllocation(
                        Integer.parseInt(head.group(1)),
                        Long.parseLong(head.group(2)),
                        color,
                        kind(head.group(4)),
                        head.group(4),
                        List.of()));
            } else if (line.startsWith(" value: ")) {
                addValue(allocations, line, i + 1);
            } else if (line.startsWith("Total bytes used:") || line.startsWith("Used values:")) {
                break;
            } else if (!line.isBlank() && !line.equals(TITLE)) {
                throw unknown(i + 1, line);
            }
        }
        return List.copyOf(allocations);
    }

    private static void addValue(List<BufferAllocation> allocations, String line, int number) {
        var value = VALUE.matcher(line);
        if (!value.matches() || allocations.isEmpty()) {
            throw unknown(number, line);
        }
        var last = allocations.removeLast();
        var values = new ArrayList<>(last.values());
        values.add(new AssignedValue(
                Integer.parseInt(value.group(1)),
                value.group(2),
                value.group(7),
                Long.parseLong(value.group(6)),
                Long.parseLong(value.group(5)),
                new LiveRanges.Range(0, 0),
                ""));
        allocations.add(
                new BufferAllocation(last.index(), last.size(), last.color(), last.kind(), last.detail(), values));
    }

    private static Kind kind(String detail) {
        if (detail.contains(", parameter ")) {
            return Kind.PARAMETER;
        }
        for (var kind : List.of(Kind.CONSTANT, Kind.THREAD_LOCAL, Kind.TEMPORARY)) {
            if (detail.contains(kind.words())) {
                return kind;
            }
        }
        return detail.contains(Kind.LIVE_OUT.words()) ? Kind.LIVE_OUT : Kind.TEMPORARY;
    }

    private static IllegalArgumentException unknown(int number, String line) {
        return new IllegalArgumentException("line %d is none of a buffer assignment: %s".formatted(number, line));
    }
}
