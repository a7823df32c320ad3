package org.hloexplorer.pipeline.dump;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.buffers.MovementLedger;
import org.hloexplorer.pipeline.buffers.MovementLedger.Amount;
import org.hloexplorer.pipeline.dump.DumpComparison.AlignedStep;
import org.hloexplorer.pipeline.dump.DumpComparison.Peak;
import org.hloexplorer.pipeline.fusion.FusionComparison;

/**
 * All that differs between two dumps of one module: every step, and what came out in the end.
 *
 * @param fusions of the last modules
 * @param copiesOfLeft how many copies the last module of the first dump holds, and their bytes
 */
public record DumpDifferences(
        List<Row> rows,
        FusionComparison fusions,
        Amount copiesOfLeft,
        Amount copiesOfRight,
        Peak peakOfLeft,
        Peak peakOfRight) {

    /** How a step compares with its counterpart. */
    public enum State {
        SAME,
        DIFFERENT,
        LEFT_ONLY,
        RIGHT_ONLY
    }

    /** A step with its counterpart. */
    public record Row(AlignedStep step, State state) {}

    public DumpDifferences {
        rows = List.copyOf(rows);
    }

    /**
     * Reads and compares every step.
     *
     * @throws IOException where a file cannot be read
     */
    public static DumpDifferences of(DumpComparison comparison, Cancellation cancellation) throws IOException {
        var rows = new ArrayList<Row>();
        for (var step : comparison.steps()) {
            cancellation.check();
            rows.add(new Row(step, state(step)));
        }
        var left = comparison.lastOfLeft();
        var right = comparison.lastOfRight();
        cancellation.check();
        return new DumpDifferences(
                rows,
                FusionComparison.of(left, right),
                copies(left),
                copies(right),
                comparison.peakOfLeft(),
                comparison.peakOfRight());
    }

    private static State state(AlignedStep step) throws IOException {
        if (step.left() == null) {
            return State.RIGHT_ONLY;
        }
        if (step.right() == null) {
            return State.LEFT_ONLY;
        }
        return DumpComparison.differ(step.left(), step.right()) ? State.DIFFERENT : State.SAME;
    }

    private static Amount copies(HloModule module) {
        return MovementLedger.amounts(module).getOrDefault(HloOpcode.COPY, new Amount(0, 0));
    }

    /** Where the two part: the first step that is not the same on both sides; empty where all are. */
    public Optional<Row> first() {
        return rows.stream().filter(each -> each.state() != State.SAME).findFirst();
    }
}
