package org.hloexplorer.app.cli;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hloexplorer.app.workbench.Decision;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.fusion.FusionEstimate;

/** Decisions as sentences. */
final class DecisionText {
    private DecisionText() {}

    /** Each decision, and at the end where the estimates among them come from. */
    static List<String> of(List<Decision> decisions) {
        var sources = decisions.stream()
                .flatMap(each -> Optional.ofNullable(each.estimate()).stream())
                .map(FusionEstimate::source)
                .distinct()
                .map("apart → fused is estimated: %s"::formatted);
        return Stream.concat(decisions.stream().map(DecisionText::of), sources).toList();
    }

    private static String of(Decision decision) {
        return "%s: %s%s%s".formatted(decision.pass(), head(decision), decision.reason(), tail(decision));
    }

    private static String head(Decision decision) {
        if (decision.kind().equals(Decision.FUSION)) {
            var verb = decision.isDeclined() ? "did not fuse" : "fused";
            return "%s %%%s into %%%s: ".formatted(verb, decision.producer(), decision.consumer());
        }
        if (decision.rule() == null) {
            return decision.producer() == null ? "" : "%%%s ".formatted(decision.producer());
        }
        var rule = decision.rule() + ": ";
        return decision.isDeclined() ? "%sleft %%%s alone, ".formatted(rule, decision.producer()) : rule;
    }

    private static String tail(Decision decision) {
        var obstacle = decision.obstacle() == null ? "" : " [%s]".formatted(decision.obstacle());
        var numbers = decision.quantities().stream().map(Quantity::toString).collect(Collectors.joining("; "));
        var flip = decision.flip() == null || !decision.kind().equals(Decision.FUSION)
                ? ""
                : "%n    to turn it: %s".formatted(decision.flip());
        var estimate = decision.estimate() == null
                ? ""
                : "%n    apart → fused: %s".formatted(decision.estimate().figures());
        return (numbers.isEmpty() ? obstacle : " (%s)%s".formatted(numbers, obstacle)) + estimate + flip;
    }
}
