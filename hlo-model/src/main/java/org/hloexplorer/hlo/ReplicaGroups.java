package org.hloexplorer.hlo;

/** Who takes part in a collective together, in whichever of XLA's three forms it was written. */
public record ReplicaGroups(String text) {

    /** All participants in one group. */
    public static final ReplicaGroups ALL = new ReplicaGroups("{}");
}
