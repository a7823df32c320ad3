package org.hloexplorer.hlo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Groups of devices that differ only along some axes of a mesh, or along parts of axes: {@code 'x':(2)4} is the part of
 * size 4 of axis x behind a part of size 2.
 */
final class MeshGroups {
    private static final Pattern AXIS = Pattern.compile("'([^']+)'=(\\d{1,9})");
    private static final Pattern REFERENCE = Pattern.compile("'([^']+)'(?::\\((\\d{1,9})\\)(\\d{1,9}))?");

    /** An axis of the mesh. */
    private record Axis(String name, int size) {}

    /** A part of an axis, from where the product of the sizes before it is {@code from} to where it is {@code to}. */
    private record Part(String axis, int from, int to) {
        int size() {
            return to / from;
        }

        boolean holds(Part other) {
            return axis.equals(other.axis) && from <= other.from && other.to <= to;
        }
    }

    private final List<Part> parts = new ArrayList<>();
    private final List<Part> grouped = new ArrayList<>();

    /**
     * The groups of a mesh.
     *
     * @param axes {@code 'x'=2,'y'=4}
     * @param references the axes along which the devices of a group differ
     */
    MeshGroups(String axes, String references) {
        var all = AXIS.matcher(axes)
                .results()
                .map(result -> new Axis(result.group(1), Integer.parseInt(result.group(2))))
                .toList();
        REFERENCE.matcher(references).results().forEach(result -> {
            var axis = all.stream()
                    .filter(each -> each.name.equals(result.group(1)))
                    .findFirst()
                    .orElseThrow(
                            () -> new IllegalArgumentException("the mesh has no axis '%s'".formatted(result.group(1))));
            boolean isPart = result.group(2) != null;
            int from = isPart ? Integer.parseInt(result.group(2)) : 1;
            long to = isPart ? (long) from * Integer.parseInt(result.group(3)) : axis.size;
            if (from == 0 || to == 0 || to % from != 0 || axis.size % to != 0) {
                throw new IllegalArgumentException(
                        "axis '%s' of size %d has no such part: %s".formatted(axis.name, axis.size, result.group()));
            }
            grouped.add(new Part(axis.name, from, (int) to));
        });
        all.forEach(this::cut);
    }

    /** Cuts an axis where a referenced part begins or ends. */
    private void cut(Axis axis) {
        var places = new TreeSet<>(List.of(1, axis.size));
        for (var part : grouped) {
            if (part.axis.equals(axis.name)) {
                places.add(part.from);
                places.add(part.to);
            }
        }
        int from = 1;
        for (int to : places.tailSet(1, false)) {
            if (to % from != 0) {
                throw new IllegalArgumentException("parts of axis '%s' overlap".formatted(axis.name));
            }
            parts.add(new Part(axis.name, from, to));
            from = to;
        }
    }

    private int[] sizes() {
        return parts.stream().mapToInt(Part::size).toArray();
    }

    int devices() {
        return ReplicaGroupText.transposed(
                        sizes(), IntStream.range(0, parts.size()).toArray())
                .length;
    }

    /** The groups, of these devices in the order of the mesh. */
    List<List<Integer>> of(int[] devices) {
        var order = new ArrayList<Integer>();
        for (int i = 0; i < parts.size(); i++) {
            if (!isGrouped(parts.get(i))) {
                order.add(i);
            }
        }
        int perGroup = 1;
        for (var reference : grouped) {
            perGroup *= reference.size();
            for (int i = 0; i < parts.size(); i++) {
                if (reference.holds(parts.get(i))) {
                    order.add(i);
                }
            }
        }
        int[] places = ReplicaGroupText.transposed(
                sizes(), order.stream().mapToInt(Integer::intValue).toArray());
        if (places.length != devices.length) {
            throw new IllegalArgumentException(
                    "the mesh has %d places and %d devices".formatted(places.length, devices.length));
        }
        var groups = new ArrayList<List<Integer>>();
        for (int from = 0; from < places.length; from += perGroup) {
            groups.add(ReplicaGroupText.boxed(Arrays.stream(places, from, from + perGroup)
                    .map(place -> devices[place])
                    .toArray()));
        }
        return groups;
    }

    private boolean isGrouped(Part part) {
        return grouped.stream().anyMatch(each -> each.holds(part));
    }
}
