package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.pipeline.rewrite.Refusal.because;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.ScatterDimensions;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.Refusal;

/** What passes ask about a scatter of one array. */
final class Scatters {
    private Scatters() {}

    static HloOp.Scatter scatter(Match match) {
        return (HloOp.Scatter) match.root().op();
    }

    static ScatterDimensions dimensions(Match match) {
        return scatter(match).dimensions();
    }

    static HloInstruction operand(Match match) {
        return match.operand(match.root(), 0);
    }

    static HloInstruction indices(Match match) {
        return match.operand(match.root(), 1);
    }

    static HloInstruction updates(Match match) {
        return match.operand(match.root(), 2);
    }

    /** Holds for what the passes here can take apart. */
    static Optional<Refusal> isSingle(Match match) {
        int operands = match.root().operandCount() / 2;
        if (operands > 1) {
            return Optional.of(because(
                    "it scatters into %d arrays at once".formatted(operands), Quantity.count("arrays", operands, 1)));
        }
        return dimensions(match).inputBatchingDims().isEmpty()
                ? Optional.empty()
                : Optional.of(because("it has batch dimensions, which batched_gather_scatter_normalizer removes"));
    }

    /** How many windows are written. */
    static long count(Match match) {
        var shape = updates(match).shape().asArray();
        return IndexLists.others(shape.rank(), dimensions(match).updateWindowDims()).stream()
                .mapToLong(shape::dimension)
                .reduce(1, (a, b) -> a * b);
    }

    /** The sizes of a window in the dimensions of the operand. */
    static List<Long> window(Match match) {
        var dimensions = dimensions(match);
        var updates = updates(match).shape().asArray();
        var sizes = new ArrayList<Long>();
        int next = 0;
        for (int i = 0; i < operand(match).shape().asArray().rank(); i++) {
            boolean isInserted = dimensions.insertedWindowDims().contains(i);
            sizes.add(
                    isInserted
                            ? 1
                            : updates.dimension(dimensions.updateWindowDims().get(next)));
            next += isInserted ? 0 : 1;
        }
        return sizes;
    }
}
