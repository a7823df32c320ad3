package org.hloexplorer.hlo;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The three ways of writing replica groups: lists of ids, an iota that is reshaped and transposed, and axes of a mesh.
 */
final class ReplicaGroupText {
    /** More than any machine has; larger numbers are mistakes, and would take all memory. */
    private static final int MOST_DEVICES = 1 << 22;

    private static final Pattern LIST = Pattern.compile("\\{([\\d\\s,]+)}");
    private static final Pattern IOTA = Pattern.compile("\\[([\\d,]+)]<=\\[([\\d,]+)](?:T\\(([\\d,]+)\\))?");
    private static final Pattern MESH = Pattern.compile(
            "mesh\\[([^]]*)](?:,\\s*device_ids=\\(\\[([\\d,]+)](?:T\\(([\\d,]+)\\))?\\))?\\s*\\{([^}]*)}");

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
        if (perGroup == 0 || Arrays.stream(groups).reduce(1, ReplicaGroupText::product) != ids.length) {
            throw new IllegalArgumentException(
                    "%d devices do not form groups of %s".formatted(ids.length, Arrays.toString(groups)));
        }
        return IntStream.range(0, ids.length / perGroup)
                .mapToObj(group -> boxed(Arrays.copyOfRange(ids, group * perGroup, (group + 1) * perGroup)))
                .toList();
    }

    /** Devices that differ only along the named axes form a group. */
    private static List<List<Integer>> mesh(Matcher mesh) {
        var groups = new MeshGroups(mesh.group(1), mesh.group(4));
        return groups.of(devices(mesh, groups.devices()));
    }

    private static int[] devices(Matcher mesh, int count) {
        var ids = mesh.group(2);
        if (ids == null) {
            return IntStream.range(0, count).toArray();
        }
        int[] sizes = numbers(ids);
        return transposed(sizes, permutation(mesh.group(3), sizes.length));
    }

    private static int[] permutation(@Nullable String text, int rank) {
        return text == null ? IntStream.range(0, rank).toArray() : numbers(text);
    }

    /** 0, 1, 2 … in an array of these sizes, read after its dimensions were permuted. */
    static int[] transposed(int[] sizes, int[] permutation) {
        int[] sorted = Arrays.stream(permutation).sorted().toArray();
        if (!Arrays.equals(sorted, IntStream.range(0, sizes.length).toArray())) {
            throw new IllegalArgumentException(
                    "%s is no permutation of %d dimensions".formatted(Arrays.toString(permutation), sizes.length));
        }
        var strides = new int[sizes.length];
        int count = 1;
        for (int dimension = sizes.length - 1; dimension >= 0; dimension--) {
            strides[dimension] = count;
            count = product(count, sizes[dimension]);
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

    /** Of two counts of devices. */
    private static int product(int count, int size) {
        long product = (long) count * size;
        if (product > MOST_DEVICES) {
            throw new IllegalArgumentException("there are no more than %,d devices".formatted(MOST_DEVICES));
        }
        return (int) product;
    }

    private static int[] numbers(String text) {
        return Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    static List<Integer> boxed(int[] values) {
        return Arrays.stream(values).boxed().toList();
    }
}
