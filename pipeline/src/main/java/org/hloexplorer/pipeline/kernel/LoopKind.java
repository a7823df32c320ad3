package org.hloexplorer.pipeline.kernel;

/**
 * What a device may do with a loop.
 *
 * @param isPartitioned whether a launch covers only a part of it: the outermost loop of a kernel whose repetitions are
 *     independent
 * @param lanes how many repetitions to do side by side in vectors; 1 leaves it to the device
 * @param isReassociable whether sums it carries may be added in another order
 */
public record LoopKind(boolean isPartitioned, int lanes, boolean isReassociable) {
    public static final LoopKind SEQUENTIAL = new LoopKind(false, 1, false);
    public static final LoopKind PARTITIONED = new LoopKind(true, 1, false);
    public static final LoopKind REDUCTION = new LoopKind(false, 1, true);

    /** A loop of independent repetitions, done so many at a time. */
    public static LoopKind vector(int lanes) {
        return new LoopKind(false, lanes, false);
    }

    public LoopKind partitioned() {
        return new LoopKind(true, lanes, isReassociable);
    }

    /** Words before {@code for}. */
    String text() {
        return (isPartitioned ? "parallel " : "")
                + (lanes > 1 ? "vector(%d) ".formatted(lanes) : "")
                + (isReassociable ? "reduction " : "");
    }
}
