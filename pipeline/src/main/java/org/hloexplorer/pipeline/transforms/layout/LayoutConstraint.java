package org.hloexplorer.pipeline.transforms.layout;

/**
 * A layout that is held for a buffer or an operand, and how strongly.
 *
 * @param priority the round of propagation in which it was asked for; the higher one wins where two differ
 * @param isMandatory whether it is needed, and not only liked: it gives way to what is needed as well alone
 * @param isDepthFirst whether it is carried as far as possible before the next one is
 */
record LayoutConstraint(LayoutWish wish, int priority, boolean isMandatory, boolean isDepthFirst) {

    /** XLA's priority of what nothing asks for. */
    static final int DEFAULT_PRIORITY = -2;

    /** XLA's priority of what the caller of the entry computation gives. */
    static final int GIVEN_PRIORITY = 3;

    LayoutConstraint with(boolean mandatory, boolean depthFirst, int newPriority) {
        return new LayoutConstraint(wish, newPriority, mandatory, depthFirst);
    }

    /** The way of the wish and its strength, as the rest of a sentence behind {@code because}. */
    String trail(int leaf) {
        var reason = wish.reasons().get(leaf);
        return "%s [%s, %spriority %d]"
                .formatted(reason.trail(), reason.kind().words(), isMandatory ? "mandatory, " : "", priority);
    }
}
