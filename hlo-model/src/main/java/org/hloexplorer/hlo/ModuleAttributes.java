package org.hloexplorer.hlo;

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

    public ModuleAttributes withScheduled(boolean changed) {
        return new ModuleAttributes(changed, replicaCount, numPartitions, others);
    }
}
