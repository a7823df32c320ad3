package org.hloexplorer.pipeline.buffers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.hloexplorer.pipeline.buffers.BufferAllocation.AssignedValue;

/**
 * How much memory a program takes, as XLA's {@code -memory-usage-report.txt} files say it.
 *
 * @param bytesByColor total bytes of each memory space
 */
public record MemoryUsageReport(Map<Integer, Long> bytesByColor) {
    private static final Pattern SPACE = Pattern.compile("Memory Space: .*\\(color=(\\d+)\\)");
    private static final Pattern TOTAL = Pattern.compile("Total bytes: (\\d+).*");
    private static final String HEAD = """
            cumulative_size;       size;       offset; used_by_n_values; shapes_list
            ------------------------------------------------------------
            """.indent(2);

    public MemoryUsageReport {
        bytesByColor = Map.copyOf(bytesByColor);
    }

    /** The total of the device's main memory. */
    public long totalBytes() {
        return bytesByColor.getOrDefault(0, 0L);
    }

    /**
     * The totals in a text.
     *
     * @throws IllegalArgumentException where it is no memory usage report
     */
    public static MemoryUsageReport parse(String text) {
        var totals = new LinkedHashMap<Integer, Long>();
        int color = 0;
        for (var line : (Iterable<String>) text.lines()::iterator) {
            var space = SPACE.matcher(line);
            var total = TOTAL.matcher(line);
            if (space.matches()) {
                color = Integer.parseInt(space.group(1));
            } else if (total.matches()) {
                totals.put(color, Long.parseLong(total.group(1)));
            }
        }
        if (totals.isEmpty()) {
            throw new IllegalArgumentException("this is no memory usage report: it has no line 'Total bytes: N'");
        }
        return new MemoryUsageReport(totals);
    }

    /** The report that XLA would write. */
    public static String print(BufferAssignment assignment) {
        var byColor = new TreeMap<Integer, List<BufferAllocation>>();
        for (var allocation : assignment.allocations()) {
            byColor.computeIfAbsent(allocation.color(), _ -> new ArrayList<>()).add(allocation);
        }
        var out = new StringBuilder();
        byColor.forEach((color, allocations) -> {
            long total = allocations.stream().mapToLong(BufferAllocation::size).sum();
            out.append("Memory Space: %s (color=%d)\n".formatted(color == 0 ? "default" : "color " + color, color));
            out.append("Total bytes: %d (%s)\n".formatted(total, ByteText.of(total)));
            allocations.stream()
                    .sorted(Comparator.comparingLong((BufferAllocation each) -> -each.size()))
                    .forEach(each -> append(each, out));
            out.append('\n');
        });
        return out.toString();
    }

    private record Slot(long offset, long size) {}

    private static void append(BufferAllocation allocation, StringBuilder out) {
        var slots = new LinkedHashMap<Slot, List<AssignedValue>>();
        for (var value : allocation.values()) {
            slots.computeIfAbsent(new Slot(value.offset(), value.size()), _ -> new ArrayList<>())
                    .add(value);
        }
        long all = slots.keySet().stream().mapToLong(Slot::size).sum();
        out.append(HEAD);
        long sum = 0;
        var ordered = slots.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<Slot, List<AssignedValue>> each) ->
                                -each.getKey().size())
                        .thenComparingLong(each -> each.getKey().offset()))
                .toList();
        for (var each : ordered) {
            sum += each.getKey().size();
            out.append(String.format(
                    Locale.ROOT,
                    "%11s(%3.0f%%); %10s; %12d; %16d; %s\n",
                    ByteText.of(sum),
                    100.0 * sum / Math.max(1, all),
                    ByteText.of(each.getKey().size()),
                    each.getKey().offset(),
                    each.getValue().size(),
                    BufferAllocation.shapes(each.getValue())));
        }
        out.append('\n');
    }
}
