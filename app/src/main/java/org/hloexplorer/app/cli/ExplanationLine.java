package org.hloexplorer.app.cli;

import java.util.List;
import org.hloexplorer.app.workbench.Decision;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.fusion.FusionEstimate;
import org.hloexplorer.pipeline.fusion.FusionRemark;
import org.jspecify.annotations.Nullable;

/**
 * What {@code hlox explain --json} writes.
 *
 * @param sentences what is said where no pass reported anything
 */
record ExplanationLine(String file, List<Explained> decisions, List<FusionRemark> remarks, List<String> sentences) {

    static ExplanationLine of(
            String file, List<Decision> decisions, List<FusionRemark> remarks, List<String> sentences) {
        return new ExplanationLine(file, decisions.stream().map(Explained::of).toList(), remarks, sentences);
    }

    /** A number that was compared. */
    record ComparedNumber(String name, double value, double limit, String unit) {
        static ComparedNumber of(Quantity quantity) {
            return new ComparedNumber(quantity.name(), quantity.value(), quantity.limit(), quantity.unit());
        }
    }

    /** A decision. */
    record Explained(
            String pass,
            int passRun,
            String kind,
            @Nullable String rule,
            @Nullable String producer,
            @Nullable String consumer,
            String verdict,
            @Nullable String obstacle,
            String reason,
            List<ComparedNumber> quantities,
            @Nullable String flip,
            @Nullable FusionEstimate estimate) {
        static Explained of(Decision decision) {
            return new Explained(
                    decision.pass(),
                    decision.passRun(),
                    decision.kind(),
                    decision.rule(),
                    decision.producer(),
                    decision.consumer(),
                    decision.verdict(),
                    decision.obstacle(),
                    decision.reason(),
                    decision.quantities().stream().map(ComparedNumber::of).toList(),
                    decision.flip(),
                    decision.estimate());
        }
    }
}
