package org.hloexplorer.pipeline.transforms.layout;

import static org.hloexplorer.hlo.HloOpcode.BITCAST;
import static org.hloexplorer.hlo.HloOpcode.COPY;
import static org.hloexplorer.hlo.HloOpcode.TRANSPOSE;
import static org.hloexplorer.pipeline.rewrite.Patterns.any;
import static org.hloexplorer.pipeline.rewrite.Patterns.anyOp;
import static org.hloexplorer.pipeline.rewrite.Refusal.because;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.Refusal;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.Emitter;
import org.hloexplorer.pipeline.transforms.RulePass;

/**
 * Numbers dimensions in the order of memory, so that every layout is row-major; bitcasts lie in between.
 *
 * <p>What moved data by a change of layout then says so as a transpose. Instructions of other kinds keep the layouts
 * they have.
 */
public final class LayoutNormalization {
    private LayoutNormalization() {}

    static final RewriteRule NORMALIZE_ELEMENTWISE = rule(
                    "normalize-elementwise",
                    "f(x) not row-major → bitcast(f(bitcast(x)))",
                    any().where(at -> at.opcode().isElementwise()
                            && at.opcode() != COPY
                            && at.opcode() != HloOpcode.BITCAST_CONVERT),
                    LayoutNormalization::elementwise)
            .when(m -> isTurned(m.root()))
            .provided(LayoutNormalization::isOfOneLayout);

    static final RewriteRule NORMALIZE_MOVES = rule(
                    "normalize-move",
                    "copy(x) or transpose(x) into another order of memory → bitcast(transpose(bitcast(x)))",
                    anyOp(Set.of(COPY, TRANSPOSE)),
                    LayoutNormalization::moved)
            .when(m -> m.root().shape() instanceof Shape.Array
                    && (isTurned(m.root()) || isTurned(m.operand(m.root(), 0))));

    static final RewriteRule NORMALIZE_BROADCAST = rule(
                    "normalize-broadcast",
                    "broadcast(x) not row-major → bitcast(broadcast(bitcast(x)))",
                    anyOp(Set.of(HloOpcode.BROADCAST)),
                    LayoutNormalization::broadcast)
            .when(m -> isTurned(m.root()) || isTurned(m.operand(m.root(), 0)));

    static final RewriteRule NORMALIZE_ALONG = rule(
                    "normalize-along",
                    "concatenate or reverse of arrays that are not row-major → bitcast of that of bitcasts",
                    anyOp(Set.of(HloOpcode.CONCATENATE, HloOpcode.REVERSE)),
                    LayoutNormalization::along)
            .when(m -> isTurned(m.root()))
            .provided(LayoutNormalization::isOfOneLayout);

    public static final HloPass PASS = RulePass.of(
            "layout_normalization",
            "numbers dimensions in the order of memory",
            NORMALIZE_ELEMENTWISE,
            NORMALIZE_MOVES,
            NORMALIZE_BROADCAST,
            NORMALIZE_ALONG);

    private static boolean isTurned(HloInstruction instruction) {
        return instruction.shape() instanceof Shape.Array array
                && !array.layout().isDescending()
                && array.layout().tiles().isEmpty();
    }

    private static Optional<Refusal> isOfOneLayout(Match match) {
        var layout = match.shape().layout();
        return match.editor().operands(match.root()).stream()
                .filter(operand -> !operand.shape().asArray().layout().equals(layout))
                .findFirst()
                .map(operand -> because("%s is laid out {%s}, and the result {%s}"
                        .formatted(operand, operand.shape().asArray().layout(), layout)));
    }

    private static HloInstruction normalized(Match match, HloInstruction operand) {
        return isTurned(operand)
                ? match.plain(BITCAST, PhysicalShapes.normalized(operand.shape().asArray()), operand)
                : operand;
    }

    private static HloInstruction restored(Match match, HloOp op, HloInstruction... operands) {
        var made = match.add(op, PhysicalShapes.normalized(match.shape()), operands);
        return isTurned(match.root()) ? match.like(BITCAST, made) : made;
    }

    private static HloInstruction[] normalizedOperands(Match match) {
        return match.editor().operands(match.root()).stream()
                .map(operand -> normalized(match, operand))
                .toArray(HloInstruction[]::new);
    }

    private static HloInstruction elementwise(Match match) {
        return restored(match, match.root().op(), normalizedOperands(match));
    }

    private static HloInstruction moved(Match match) {
        var operand = match.operand(match.root(), 0);
        var from = operand.shape().asArray();
        var dimensions = match.root().op() instanceof HloOp.WithDimensions(var _, var permutation)
                ? permutation
                : Emitter.range(from.rank());
        var order = PhysicalShapes.majorToMinor(match.shape()).stream()
                .map(i -> PhysicalShapes.place(from, dimensions.get(i)))
                .toList();
        var source = normalized(match, operand);
        if (order.equals(Emitter.range(order.size()))) {
            return match.like(BITCAST, source);
        }
        return restored(match, new HloOp.WithDimensions(TRANSPOSE, order), source);
    }

    private static HloInstruction broadcast(Match match) {
        var operand = match.operand(match.root(), 0);
        var from = operand.shape().asArray();
        var dimensions = ((HloOp.WithDimensions) match.root().op()).dimensions();
        var places = PhysicalShapes.majorToMinor(from).stream()
                .map(i -> PhysicalShapes.place(match.shape(), dimensions.get(i)))
                .toList();
        return restored(match, new HloOp.WithDimensions(HloOpcode.BROADCAST, places), normalized(match, operand));
    }

    private static HloInstruction along(Match match) {
        var op = switch (match.root().op()) {
            case HloOp.AlongDimension(var opcode, int dimension) ->
                new HloOp.AlongDimension(opcode, PhysicalShapes.place(match.shape(), dimension));
            case HloOp.WithDimensions(var opcode, var dimensions) ->
                new HloOp.WithDimensions(opcode, places(match, dimensions.stream()));
            default -> throw new IllegalStateException("no rule for " + match.root());
        };
        return restored(match, op, normalizedOperands(match));
    }

    private static List<Integer> places(Match match, Stream<Integer> dimensions) {
        return dimensions.map(i -> PhysicalShapes.place(match.shape(), i)).toList();
    }
}
