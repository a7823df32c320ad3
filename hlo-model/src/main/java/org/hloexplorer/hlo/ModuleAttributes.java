package org.hloexplorer.hlo;

import java.util.ArrayList;
import java.util.List;

/**
 * What the header of a module says.
 *
 * @param isScheduled whether the order of instructions is the order they run in
 * @param others the remaining attributes as text, in the order written: {@code input_output_alias},
 *     {@code entry_computation_layout}, {@code frontend_attributes} …
 */
public record ModuleAttributes(boolean isScheduled, int replicaCount, int numPartitions, List<Attribute> others) {

    public static final ModuleAttributes DEFAULT = new ModuleAttributes(false, 1, 1, List.of());

    public ModuleAttributes {
        others = List.copyOf(others);
    }

    /** How many devices run the program together: each replica's partitions. */
    public long devices() {
        return (long) replicaCount * numPartitions;
    }

    public ModuleAttributes withScheduled(boolean changed) {
        return new ModuleAttributes(changed, replicaCount, numPartitions, others);
    }

    public ModuleAttributes withReplicaCount(int changed) {
        return new ModuleAttributes(isScheduled, changed, numPartitions, others);
    }

    public ModuleAttributes withNumPartitions(int changed) {
        return new ModuleAttributes(isScheduled, replicaCount, changed, others);
    }

    /** With one more attribute, behind the others; an older one of the name is replaced in place. */
    public ModuleAttributes with(Attribute attribute) {
        var changed = new ArrayList<>(others);
        int index = names(others).indexOf(attribute.name());
        if (index >= 0) {
            changed.set(index, attribute);
        } else {
            changed.add(attribute);
        }
        return new ModuleAttributes(isScheduled, replicaCount, numPartitions, changed);
    }

    private static List<String> names(List<Attribute> attributes) {
        return attributes.stream().map(Attribute::name).toList();
    }
}
