package org.hloexplorer.pipeline.kernel;

/**
 * What a device may do with a loop.
 *
 * @param axis how its repetitions are shared out
 * @param lanes how many repetitions to do side by side in vectors; 1 leaves it to the device
 * @param isReassociable whether sums it carries may be added in another order
 */
public record LoopKind(Axis axis, int lanes, boolean isReassociable) {
    public static final LoopKind SEQUENTIAL = new LoopKind(Axis.NONE, 1, false);
    public static final LoopKind PARTITIONED = new LoopKind(Axis.PARTS, 1, false);
    public static final LoopKind REDUCTION = new LoopKind(Axis.NONE, 1, true);
    public static final LoopKind GROUPS = new LoopKind(Axis.GROUPS, 1, false);
    public static final LoopKind ITEMS = new LoopKind(Axis.ITEMS, 1, false);

    /** Who does the repetitions of a loop. */
    public enum Axis {
        /** Whoever runs the code around it, one after the other. */
        NONE,
        /** Threads, each some of them: a launch covers only a part of the loop. Outermost, and independent. */
        PARTS,
        /** A work-group each. Outermost, around a loop over {@link #ITEMS}; for devices that have such groups. */
        GROUPS,
        /** An item of the work-group each, which all wait for one another at a {@link Statement.Barrier}. */
        ITEMS
    }

    /** A loop of independent repetitions, done so many at a time. */
    public static LoopKind vector(int lanes) {
        return new LoopKind(Axis.NONE, lanes, false);
    }

    public LoopKind partitioned() {
        return new LoopKind(Axis.PARTS, lanes, isReassociable);
    }

    /** Whether a launch covers only a part of it: the outermost loop of a kernel whose repetitions are independent. */
    public boolean isPartitioned() {
        return axis == Axis.PARTS;
    }

    /** Words before {@code for}. */
    String text() {
        var shared = switch (axis) {
            case NONE -> "";
            case PARTS -> "parallel ";
            case GROUPS -> "groups ";
            case ITEMS -> "items ";
        };
        return shared + (lanes > 1 ? "vector(%d) ".formatted(lanes) : "") + (isReassociable ? "reduction " : "");
    }
}
