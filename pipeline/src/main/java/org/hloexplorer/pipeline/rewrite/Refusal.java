package org.hloexplorer.pipeline.rewrite;

import java.util.List;
import org.hloexplorer.pipeline.Quantity;

/** Why a rule whose pattern matched was not applied, with the numbers that were compared. */
public record Refusal(String reason, List<Quantity> quantities) {
    public Refusal {
        quantities = List.copyOf(quantities);
    }

    public static Refusal because(String reason, Quantity... quantities) {
        return new Refusal(reason, List.of(quantities));
    }
}
