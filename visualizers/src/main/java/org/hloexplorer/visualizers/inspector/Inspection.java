package org.hloexplorer.visualizers.inspector;

import java.util.List;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle;
import org.jspecify.annotations.Nullable;

/**
 * All that is known about what is selected, in words.
 *
 * @param text the instruction as HLO; empty for an edge
 * @param shape of the value that is made, or that crosses the edge
 * @param rules the rewrite rules whose pattern fits it, as it stands in this version
 */
public record Inspection(
        String title,
        String subtitle,
        String text,
        @Nullable Shape shape,
        List<Fact> facts,
        List<Fact> source,
        List<Fact> cost,
        List<Step> history,
        List<Reason> reasons,
        List<Reason> rules) {

    /**
     * Something with a value.
     *
     * @param origin where the value comes from; empty where that is plain
     */
    public record Fact(String name, String value, String origin) {}

    /**
     * Something that happened to an instruction.
     *
     * @param version the version of the module that it led to
     */
    public record Step(String sentence, int version) {}

    /**
     * A decision that touched the selection.
     *
     * @param version the version of the module that the deciding pass left
     * @param isPositive whether something was done rather than refused
     * @param obstacle of a refused fusion; null for others
     */
    public record Reason(
            String sentence,
            int version,
            boolean isPositive,
            @Nullable Obstacle obstacle) {}

    public Inspection {
        facts = List.copyOf(facts);
        source = List.copyOf(source);
        cost = List.copyOf(cost);
        history = List.copyOf(history);
        reasons = List.copyOf(reasons);
        rules = List.copyOf(rules);
    }
}
