package org.hloexplorer.visualizers.inspector;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.visualizers.EdgeSelection;
import org.hloexplorer.visualizers.Lineage;
import org.hloexplorer.visualizers.Words;
import org.hloexplorer.visualizers.inspector.Inspection.Fact;

/**
 * Two modules side by side that are no versions of one timeline; what is selected is shown of the side it was picked in.
 *
 * @param rightVersion the version in paths that means the right one; the left one is the version before
 */
public record ComparedPair(HloModule left, String leftName, HloModule right, String rightName, int rightVersion) {

    private boolean isRight(int version) {
        return version >= rightVersion;
    }

    boolean isAbout(int version) {
        return version >= rightVersion - 1;
    }

    /** The instruction on the side it was picked in; on the other one where a link led to a side that has it not. */
    Optional<Inspection> inspect(HloPath path) {
        return side(isRight(path.version()), path).or(() -> side(!isRight(path.version()), path));
    }

    private Optional<Inspection> side(boolean isRight, HloPath path) {
        return inspector(isRight).inspect(path.inVersion(0)).map(found -> marked(found, isRight));
    }

    Optional<Inspection> inspect(EdgeSelection edge) {
        var alone = new EdgeSelection(0, edge.computationId(), edge.producer(), edge.consumer());
        boolean isRight = isRight(edge.version());
        return inspector(isRight).inspect(alone).map(found -> marked(found, isRight));
    }

    private Inspector inspector(boolean isRight) {
        var alone = new PipelineRun("", isRight ? right : left, List.of(), List.of());
        return new Inspector(alone, Lineage.of(alone));
    }

    /** With the name of the side, and without a history, as there are no passes between the two. */
    private Inspection marked(Inspection found, boolean isRight) {
        var facts = new ArrayList<>(found.facts());
        facts.addFirst(new Fact(Words.say("inspector.side"), isRight ? rightName : leftName, ""));
        return new Inspection(
                found.title(),
                found.subtitle(),
                found.text(),
                found.shape(),
                facts,
                found.source(),
                found.cost(),
                List.of(),
                found.reasons(),
                found.rules());
    }
}
