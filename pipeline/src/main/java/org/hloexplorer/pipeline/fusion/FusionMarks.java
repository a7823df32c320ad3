package org.hloexplorer.pipeline.fusion;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;

/**
 * Writes what the user wants fused or kept apart into a program, as the frontend attributes that the fusion passes read:
 * so it stays with the program wherever its text goes.
 */
public final class FusionMarks {
    private FusionMarks() {}

    /**
     * The module with the pairs of these option values as attributes of their producers. Producers that only come up
     * while passes run have no place in it; for them the options speak.
     */
    public static HloModule write(HloModule module, Map<String, String> optionValues) {
        var forced = consumers(optionValues.getOrDefault(FusionPairs.FORCED.name(), ""));
        var never = consumers(optionValues.getOrDefault(FusionPairs.NEVER.name(), ""));
        if (forced.isEmpty() && never.isEmpty()) {
            return module;
        }
        var marked = module;
        for (var computation : module.computations()) {
            var instructions = computation.instructions().stream()
                    .map(each -> mark(mark(each, FusionWishes.FORCE_FUSE, forced), FusionWishes.DONT_FUSE, never))
                    .toList();
            if (!instructions.equals(computation.instructions())) {
                marked = with(marked, computation, instructions);
            }
        }
        return marked;
    }

    private static HloModule with(HloModule module, HloComputation computation, List<HloInstruction> instructions) {
        return module.withComputation(
                computation.withInstructions(instructions, computation.rootId()), module.nextId());
    }

    /** What is wanted of each producer, by name. */
    private static Map<String, List<String>> consumers(String pairs) {
        var consumers = new LinkedHashMap<String, List<String>>();
        for (var pair : FusionPairs.parse(pairs).pairs()) {
            consumers
                    .computeIfAbsent(pair.producer(), _ -> new ArrayList<>(1))
                    .add(pair.consumer().equals(FusionPairs.ANY) ? FusionWishes.ANY_CONSUMER : pair.consumer());
        }
        return consumers;
    }

    private static HloInstruction mark(HloInstruction instruction, String key, Map<String, List<String>> wanted) {
        var consumers = wanted.get(instruction.name());
        if (consumers == null) {
            return instruction;
        }
        var attributes = new LinkedHashMap<>(instruction.annotations().frontendAttributes());
        attributes.merge(key, String.join(",", consumers), FusionMarks::both);
        return instruction.withAnnotations(instruction.annotations().withFrontendAttributes(attributes));
    }

    private static String both(String one, String other) {
        var names = new LinkedHashSet<>(List.of(one.split(",", -1)));
        names.addAll(List.of(other.split(",", -1)));
        return names.contains(FusionWishes.ANY_CONSUMER) ? FusionWishes.ANY_CONSUMER : String.join(",", names);
    }
}
