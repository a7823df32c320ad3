package org.hloexplorer.hlo;

import java.util.List;

/** Who takes part in a collective together, in whichever of XLA's three forms it was written. */
public record ReplicaGroups(String text) {

    /** All participants in one group. */
    public static final ReplicaGroups ALL = new ReplicaGroups("{}");

    /**
     * The groups as lists of ids; none where all take part in one group.
     *
     * @throws IllegalArgumentException where the text is in none of the three forms
     */
    public List<List<Integer>> resolve() {
        return ReplicaGroupText.parse(text);
    }
}
