package org.hloexplorer.pipeline.fusion;

import java.util.List;
import java.util.function.Supplier;
import org.hloexplorer.pipeline.Quantity;

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
     */
    record Forbidden(Obstacle obstacle, String explanation, List<Quantity> quantities, String xlaCheck)
            implements FusionDecision {
        public Forbidden {
            quantities = List.copyOf(quantities);
        }
    }

    /** The kinds of obstacle, for filters and statistics; the explanation carries the particulars. */
    enum Obstacle {
        NOT_FUSIBLE,
        DUPLICATES_WORK,
        EXCEEDS_BUDGET,
        NOT_PROFITABLE,
        CREATES_CYCLE,
        IN_PLACE_HAZARD,
        LIBRARY_CALL,
        FORBIDDEN_BY_USER
    }

    /** A yes, with what speaks for it. */
    static FusionDecision allow(String explanation, Quantity... quantities) {
        return new Allowed(explanation, List.of(quantities));
    }

    /** A no; {@code xlaCheck} names the check of XLA that says the same. */
    static FusionDecision forbid(Obstacle obstacle, String explanation, String xlaCheck, Quantity... quantities) {
        return new Forbidden(obstacle, explanation, List.of(quantities), xlaCheck);
    }

    default boolean isAllowed() {
        return this instanceof Allowed;
    }

    /** The next check's answer where this one allows; the first refusal otherwise. */
    default FusionDecision and(Supplier<FusionDecision> next) {
        return isAllowed() ? next.get() : this;
    }
}
