package org.hloexplorer.roofline;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A program as it was measured, before it is held against the roofs of a machine. */
public final class MeasuredProgram {
    private final String name;
    private final List<MeasuredStage> stages;
    private final @Nullable WholeProgram whole;

    MeasuredProgram(String name, List<MeasuredStage> stages, @Nullable WholeProgram whole) {
        this.name = name;
        this.stages = List.copyOf(stages);
        this.whole = whole;
    }

    /** Its kernels under the roofs of the machine that they ran on. */
    public RooflineData under(Roofs roofs) {
        var data = new RooflineData(
                name, roofs, stages.stream().map(each -> each.under(roofs)).toList());
        return whole == null ? data : data.with(whole);
    }
}
