package org.hloexplorer.hlo.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.Annotations;
import org.hloexplorer.hlo.Attribute;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.OpMetadata;
import org.hloexplorer.hlo.StackFrames;

/** Makes names, strings, layouts and annotations, ordinary and odd ones. */
final class RandomAnnotations {
    private static final String NAME_CHARACTERS = "abcxyzABC_-.0123456789";
    private static final List<String> STRINGS = List.of(
            "",
            "plain",
            "a \"quoted\" part",
            "back\\slash",
            "tab\tand\nline",
            "ümläut 漢字 🜲",
            "{braces}",
            "it's",
            "\u0001\u007f");
    private static final List<String> CONFIGS =
            List.of("{}", "{\"a\":[1,2,{\"b\":\"}\"}]}", "text", "{not json", "quote\"", "\uDC80\uDCFF");

    private final Random random;

    RandomAnnotations(Random random) {
        this.random = random;
    }

    String name(String prefix) {
        var name = new StringBuilder(random.nextBoolean() ? prefix : "n");
        for (int i = random.nextInt(6); i > 0; i--) {
            name.append(NAME_CHARACTERS.charAt(random.nextInt(NAME_CHARACTERS.length())));
        }
        return name.toString();
    }

    String string() {
        return STRINGS.get(random.nextInt(STRINGS.size()));
    }

    String thread() {
        return random.nextInt(6) == 0 ? "side thread" : HloComputation.MAIN_THREAD;
    }

    List<Integer> permutation(int rank) {
        var order = new ArrayList<>(IntStream.range(0, rank).boxed().toList());
        Collections.shuffle(order, random);
        return order;
    }

    Layout layout(int rank) {
        if (random.nextInt(3) > 0) {
            return Layout.descending(rank);
        }
        var tiles = random.nextBoolean()
                ? List.<Layout.Tile>of()
                : List.of(new Layout.Tile(List.of(8L, 128L)), new Layout.Tile(List.of(Layout.COMBINED, 1L)));
        return new Layout(
                permutation(rank),
                tiles,
                random.nextInt(2) * 4,
                random.nextInt(6),
                random.nextBoolean() ? "" : "L(64)");
    }

    Annotations annotations(List<HloInstruction> before) {
        if (random.nextInt(3) > 0) {
            return Annotations.NONE;
        }
        var predecessors = before.isEmpty() || random.nextInt(4) > 0
                ? List.<Integer>of()
                : List.of(before.get(random.nextInt(before.size())).id());
        return new Annotations(
                metadata(),
                random.nextInt(4) == 0 ? "{devices=[2,1]<=[2] metadata={op_name=\"x\"}}" : null,
                frontend(),
                random.nextInt(3) == 0 ? CONFIGS.get(random.nextInt(CONFIGS.size())) : null,
                predecessors,
                random.nextInt(4) == 0 ? List.of(new Attribute("result_accuracy", "{mode=highest}")) : List.of());
    }

    private OpMetadata metadata() {
        if (random.nextBoolean()) {
            return OpMetadata.NONE;
        }
        return new OpMetadata(
                random.nextBoolean() ? string() : null,
                random.nextBoolean() ? string() : null,
                random.nextBoolean() ? "dir/file.py" : null,
                random.nextInt(3),
                random.nextInt(3),
                random.nextInt(3),
                random.nextInt(3),
                random.nextInt(4),
                random.nextBoolean() ? "" : "deduplicated_name=\"d\" scheduling_name=\"s\"");
    }

    private Map<String, String> frontend() {
        var attributes = new LinkedHashMap<String, String>();
        if (random.nextInt(4) == 0) {
            attributes.put("key", "a \\\"value\\\"");
            attributes.put("xla.sdy", "{mesh = <[\"x\"=2]>}");
        }
        return attributes;
    }

    StackFrames stackFrames() {
        return new StackFrames(
                List.of("a.py", string()),
                List.of("f", "<lambda>"),
                List.of(new StackFrames.Location(1, 1, 2, 3, 4, 5), new StackFrames.Location(2, 2, 1, 1, 1, 1)),
                List.of(new StackFrames.Frame(1, 0), new StackFrames.Frame(2, 1)));
    }
}
