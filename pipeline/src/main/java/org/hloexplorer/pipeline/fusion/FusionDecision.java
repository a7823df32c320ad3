package org.hloexplorer.pipeline.fusion;

import java.util.List;
import java.util.function.Supplier;
import org.hloexplorer.pipeline.Quantity;
import org.jspecify.annotations.Nullable;

/** Whether a producer may be fused into its consumer and, where not, what stands in the way. */
public sealed interface FusionDecision {

    /** The numbers that were compared, the deciding one last. */
    List<Quantity> quantities();

    /** Nothing stands in the way. */
    record Allowed(String explanation, List<Quantity> quantities) implements FusionDecision {
        public Allowed {
            quantities = List.copyOf(quantities);
        }
    }

    /**
     * A refusal.
     *
     * @param xlaCheck the check of XLA this one corresponds to, as a reader of its sources would look for it
     * @param flip what would turn the refusal, found by trying; null where nothing but another program would
     */
    record Forbidden(
            Obstacle obstacle,
            String explanation,
            List<Quantity> quantities,
            String xlaCheck,
            @Nullable String flip) implements FusionDecision {
        public Forbidden {
            quantities = List.copyOf(quantities);
        }

        /** The same refusal, with what would turn it. */
        public Forbidden withFlip(String found) {
            return new Forbidden(obstacle, explanation, quantities, xlaCheck, found);
        }
    }

    /** The kinds of obstacle, for filters and statistics; the explanation carries the particulars. */
    enum Obstacle {
        NOT_FUSIBLE(false),
        DUPLICATES_WORK(true),
        EXCEEDS_BUDGET(true),
        NOT_PROFITABLE(true),
        CREATES_CYCLE(false),
        IN_PLACE_HAZARD(false),
        LIBRARY_CALL(false),
        FORBIDDEN_BY_USER(false);

        private final boolean isMatterOfCost;

        Obstacle(boolean isMatterOfCost) {
            this.isMatterOfCost = isMatterOfCost;
        }

        /** Whether fusing would be correct and is refused as too dear only, so that a user may force it. */
        public boolean isMatterOfCost() {
            return isMatterOfCost;
        }
    }

    /** A yes, with what speaks for it. */
    static FusionDecision allow(String explanation, Quantity... quantities) {
        return new Allowed(explanation, List.of(quantities));
    }

    /** A no; {@code xlaCheck} names the check of XLA that says the same. */
    static FusionDecision forbid(Obstacle obstacle, String explanation, String xlaCheck, Quantity... quantities) {
        return new Forbidden(obstacle, explanation, List.of(quantities), xlaCheck, null);
    }

    default boolean isAllowed() {
        return this instanceof Allowed;
    }

    /** This answer, unless it allows and the other refuses. */
    default FusionDecision unless(Supplier<FusionDecision> other) {
        if (!isAllowed()) {
            return this;
        }
        var second = other.get();
        return second.isAllowed() ? this : second;
    }

    /** The next check's answer where this one allows; the first refusal otherwise. */
    default FusionDecision and(Supplier<FusionDecision> next) {
        return isAllowed() ? next.get() : this;
    }
}
