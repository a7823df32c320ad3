package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Shape;

/**
 * Devices in a grid with named axes, numbered along the last axis first, and where on it parts of arrays lie.
 *
 * @param sizes of the axes, in order
 */
record DeviceMesh(Map<String, Integer> sizes) {
    /** What every text that describes a mesh has in it. */
    static final String MARK = "#sdy.mesh<";

    private static final Pattern VALUE = Pattern.compile("<@([^,>\\s]+),\\s*\\[([^\\]]*)\\]");
    private static final Pattern DIMENSION = Pattern.compile("\\{([^}]*)\\}");
    private static final Pattern AXIS = Pattern.compile("\"([^\"]+)\"(:\\()?");
    private static final Pattern SIZE = Pattern.compile("\"([^\"]+)\"=(\\d{1,9})");

    /** The axes that each dimension of an array is cut along, the outer one first. */
    record Sharding(List<List<String>> axes) {}

    /** The mesh of a module that shardings name; empty where they name none, or one in an order of its own. */
    static Optional<DeviceMesh> of(HloModule module, String shardings) {
        var value = VALUE.matcher(shardings);
        if (!value.find()) {
            return Optional.empty();
        }
        var mesh = Pattern.compile(Pattern.quote(value.group(1)) + "\\s*=\\s*#sdy\\.mesh<\\[([^\\]]*)\\]>");
        return module.attributes().others().stream()
                .map(attribute -> mesh.matcher(attribute.text().replace("\\\"", "\"")))
                .filter(each -> each.find())
                .findFirst()
                .map(found -> new DeviceMesh(sizes(found.group(1))));
    }

    private static Map<String, Integer> sizes(String axes) {
        var sizes = new LinkedHashMap<String, Integer>();
        SIZE.matcher(axes).results().forEach(axis -> sizes.put(axis.group(1), Integer.valueOf(axis.group(2))));
        return sizes;
    }

    int devices() {
        return sizes.values().stream().reduce(1, Math::multiplyExact);
    }

    /** What a text such as {@code <@mesh, [{"x"}, {}]>, …} says of each value, as far as it is about these axes. */
    List<Sharding> shardings(HloInstruction instruction, String text, List<String> manualAxes) {
        return VALUE.matcher(text)
                .results()
                .map(value -> new Sharding(DIMENSION
                        .matcher(value.group(2))
                        .results()
                        .map(dimension -> axes(instruction, dimension.group(1), manualAxes))
                        .toList()))
                .toList();
    }

    private List<String> axes(HloInstruction instruction, String text, List<String> manualAxes) {
        var axes = new ArrayList<String>();
        AXIS.matcher(text).results().forEach(axis -> {
            if (axis.group(2) != null || !sizes.containsKey(axis.group(1))) {
                throw new EvaluationException(
                        instruction, "its sharding %s is along a part of an axis or an unknown one".formatted(text));
            }
            axes.add(axis.group(1));
        });
        axes.retainAll(manualAxes);
        return axes;
    }

    /** Where a device's part of this shape begins in the whole array. */
    long[] start(Sharding sharding, int device, Shape.Array part) {
        var starts = new long[part.rank()];
        for (int dimension = 0;
                dimension < Math.min(starts.length, sharding.axes().size());
                dimension++) {
            long index = 0;
            for (var axis : sharding.axes().get(dimension)) {
                index = index * sizes.getOrDefault(axis, 1) + coordinate(axis, device);
            }
            starts[dimension] = index * part.dimension(dimension);
        }
        return starts;
    }

    private int coordinate(String wanted, int device) {
        int left = device;
        int coordinate = 0;
        for (var axis : List.copyOf(sizes.keySet()).reversed()) {
            int size = sizes.getOrDefault(axis, 1);
            if (axis.equals(wanted)) {
                coordinate = left % size;
            }
            left /= size;
        }
        return coordinate;
    }
}
