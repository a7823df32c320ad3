package org.hloexplorer.pipeline.transforms.reductions;

import static org.hloexplorer.hlo.HloOpcode.BITCAST;
import static org.hloexplorer.hlo.HloOpcode.REDUCE;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.Pattern;

/** What the passes here ask about a reduction of one array. */
final class Reductions {
    private Reductions() {}

    static final Capture X = new Capture("x");
    static final Capture INIT = new Capture("init");

    /** A reduction of one array; those of several keep their form, as in XLA's own passes. */
    static final Pattern SINGLE = op(REDUCE, X, INIT).where(at -> at.shape() instanceof Shape.Array);

    static Shape.Array operand(Match match) {
        return match.get(X).shape().asArray();
    }

    static List<Integer> reduced(Match match) {
        return ((HloOp.OverDimensions) match.root().op()).dimensions();
    }

    /** The same reduction of other dimensions of another array. */
    static HloInstruction reduce(Match match, HloInstruction array, List<Integer> dimensions, Shape result) {
        int function = ((HloOp.OverDimensions) match.root().op()).toApply();
        return match.add(new HloOp.OverDimensions(REDUCE, dimensions, function), result, array, match.get(INIT));
    }

    /** The same bytes under another shape. */
    static HloInstruction bitcast(Match match, HloInstruction array, Shape shape) {
        return array.shape().equals(shape) ? array : match.plain(BITCAST, shape, array);
    }
}
