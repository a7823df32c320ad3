package org.hloexplorer.hlo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The three ways of writing replica groups: lists of ids, an iota that is reshaped and transposed, and axes of a mesh.
 */
final class ReplicaGroupText {
    private static final Pattern LIST = Pattern.compile("\\{([\\d\\s,]+)}");
    private static final Pattern IOTA = Pattern.compile("\\[([\\d,]+)]<=\\[([\\d,]+)](?:T\\(([\\d,]+)\\))?");
    private static final Pattern MESH = Pattern.compile(
            "mesh\\[([^]]*)](?:,\\s*device_ids=\\(\\[([\\d,]+)](?:T\\(([\\d,]+)\\))?\\))?\\s*\\{([^}]*)}");
    private static final Pattern AXIS = Pattern.compile("'([^']+)'=(\\d+)");
    private static final Pattern AXIS_NAME = Pattern.compile("'([^']+)'(:\\()?");

    private ReplicaGroupText() {}

    static List<List<Integer>> parse(String text) {
        var trimmed = text.strip();
        if (trimmed.equals("{}") || trimmed.isEmpty() || trimmed.equals("{{}}")) {
            return List.of();
        }
        var iota = IOTA.matcher(trimmed);
        if (iota.matches()) {
            return iota(numbers(iota.group(1)), numbers(iota.group(2)), iota.group(3));
        }
        var mesh = MESH.matcher(trimmed);
        if (mesh.matches()) {
            return mesh(mesh);
        }
        if (trimmed.startsWith("{{")) {
            return LIST.matcher(trimmed.substring(1))
                    .results()
                    .map(result -> boxed(numbers(result.group(1))))
                    .toList();
        }
        throw new IllegalArgumentException("replica groups are not understood: " + text);
    }

    /** Ids 0, 1, 2 … in an array, transposed, then read as rows of a group each. */
    private static List<List<Integer>> iota(int[] groups, int[] sizes, @Nullable String transpose) {
        int[] ids = transposed(sizes, permutation(transpose, sizes.length));
        int perGroup = groups[groups.length - 1];
        return IntStream.range(0, ids.length / perGroup)
                .mapToObj(group -> boxed(Arrays.copyOfRange(ids, group * perGroup, (group + 1) * perGroup)))
                .toList();
    }

    /** Devices that differ only along the named axes form a group. */
    private static List<List<Integer>> mesh(Matcher mesh) {
        var axes = new LinkedHashMap<String, Integer>();
        AXIS.matcher(mesh.group(1))
                .results()
                .forEach(result -> axes.put(result.group(1), Integer.valueOf(result.group(2))));
        var names = new ArrayList<>(axes.keySet());
        int[] sizes = axes.values().stream().mapToInt(Integer::intValue).toArray();
        int[] devices = devices(mesh, Arrays.stream(sizes).reduce(1, (a, b) -> a * b));
        var order = new ArrayList<Integer>();
        for (int axis = 0; axis < names.size(); axis++) {
            if (!grouped(mesh.group(4)).contains(names.get(axis))) {
                order.add(axis);
            }
        }
        int perGroup = 1;
        for (var name : grouped(mesh.group(4))) {
            if (!axes.containsKey(name)) {
                throw new IllegalArgumentException("the mesh has no axis '" + name + "'");
            }
            order.add(names.indexOf(name));
            perGroup *= known(axes, name);
        }
        int[] positions =
                transposed(sizes, order.stream().mapToInt(Integer::intValue).toArray());
        var groups = new ArrayList<List<Integer>>();
        for (int from = 0; from < positions.length; from += perGroup) {
            groups.add(Arrays.stream(positions, from, from + perGroup)
                    .map(position -> devices[position])
                    .boxed()
                    .toList());
        }
        return groups;
    }

    private static int known(Map<String, Integer> axes, String name) {
        return axes.getOrDefault(name, 1);
    }

    private static int[] devices(Matcher mesh, int count) {
        var ids = mesh.group(2);
        if (ids == null) {
            return IntStream.range(0, count).toArray();
        }
        int[] sizes = numbers(ids);
        return transposed(sizes, permutation(mesh.group(3), sizes.length));
    }

    private static List<String> grouped(String text) {
        return AXIS_NAME
                .matcher(text)
                .results()
                .map(result -> {
                    if (result.group(2) != null) {
                        throw new IllegalArgumentException(
                                "groups along a part of a mesh axis are not supported: " + text);
                    }
                    return result.group(1);
                })
                .toList();
    }

    private static int[] permutation(@Nullable String text, int rank) {
        return text == null ? IntStream.range(0, rank).toArray() : numbers(text);
    }

    /** 0, 1, 2 … in an array of these sizes, read after its dimensions were permuted. */
    private static int[] transposed(int[] sizes, int[] permutation) {
        var strides = new int[sizes.length];
        int count = 1;
        for (int dimension = sizes.length - 1; dimension >= 0; dimension--) {
            strides[dimension] = count;
            count *= sizes[dimension];
        }
        var result = new int[count];
        for (int i = 0; i < count; i++) {
            int rest = i;
            for (int dimension = permutation.length - 1; dimension >= 0; dimension--) {
                int from = permutation[dimension];
                result[i] += rest % sizes[from] * strides[from];
                rest /= sizes[from];
            }
        }
        return result;
    }

    private static int[] numbers(String text) {
        return Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    private static List<Integer> boxed(int[] values) {
        return Arrays.stream(values).boxed().toList();
    }
}
