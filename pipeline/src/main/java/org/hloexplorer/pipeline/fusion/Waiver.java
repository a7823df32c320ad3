package org.hloexplorer.pipeline.fusion;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.hloexplorer.pipeline.fusion.FusionDecision.Allowed;
import org.hloexplorer.pipeline.fusion.FusionDecision.Forbidden;

/** Refusals that are set aside while a pair is judged: for what a user forces, and to try what would turn one. */
public record Waiver(Predicate<Forbidden> covers) {

    /** Every refusal counts. */
    public static final Waiver NONE = new Waiver(_ -> false);

    /** Fusing may cost what it will, as long as it is correct. */
    public static final Waiver COSTS = new Waiver(refusal -> refusal.obstacle().isMatterOfCost());

    /** All but this refusal counts. */
    public static Waiver of(Forbidden refusal) {
        return new Waiver(refusal::equals);
    }

    /** The first refusal of some checks that is not set aside; the answer of the last check where there is none. */
    public FusionDecision firstRefusal(List<Supplier<FusionDecision>> checks) {
        Forbidden waived = null;
        var answer = FusionDecision.allow("nothing was asked");
        for (var check : checks) {
            switch (check.get()) {
                case Forbidden refusal when covers.test(refusal) -> waived = waived == null ? refusal : waived;
                case Forbidden refusal -> {
                    return refusal;
                }
                case Allowed allowed -> answer = allowed;
            }
        }
        return waived == null
                ? answer
                : new Allowed("this is wanted, although " + waived.explanation(), waived.quantities());
    }
}
