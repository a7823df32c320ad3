package org.hloexplorer.app.cli;

import java.util.stream.Collectors;
import org.hloexplorer.app.workbench.Decision;
import org.hloexplorer.pipeline.Quantity;

/** Decisions as sentences. */
final class DecisionText {
    private DecisionText() {}

    static String of(Decision decision) {
        return "%s: %s%s%s".formatted(decision.pass(), head(decision), decision.reason(), tail(decision));
    }

    private static String head(Decision decision) {
        if (decision.kind().equals(Decision.FUSION)) {
            var verb = decision.isDeclined() ? "did not fuse" : "fused";
            return "%s %%%s into %%%s: ".formatted(verb, decision.producer(), decision.consumer());
        }
        var rule = decision.rule() == null ? "" : decision.rule() + ": ";
        return decision.isDeclined() ? "%sleft %%%s alone, ".formatted(rule, decision.producer()) : rule;
    }

    private static String tail(Decision decision) {
        var obstacle = decision.obstacle() == null ? "" : " [%s]".formatted(decision.obstacle());
        var numbers = decision.quantities().stream().map(Quantity::toString).collect(Collectors.joining("; "));
        return numbers.isEmpty() ? obstacle : " (%s)%s".formatted(numbers, obstacle);
    }
}
