package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.hlo.HloOpcode.MAP;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Puts the function of a map in its place, applied to whole arrays. */
public final class MapInliner {
    private MapInliner() {}

    static final RewriteRule INLINE_MAP = rule(
                    "inline-map", "map(x, y), to_apply=f → f(x, y) on whole arrays", op(MAP), MapInliner::inlined)
            .provided(MapInliner::isElementwise, "its function does more than operate on single elements");

    public static final HloPass PASS =
            RulePass.of("map-inline", "applies the function of a map to whole arrays", INLINE_MAP);

    private static HloComputation function(Match match) {
        return match.editor().module().current(match.root().calledComputations().getFirst());
    }

    private static boolean isElementwise(Match match) {
        return function(match).instructions().stream().allMatch(each -> switch (each.opcode()) {
            case PARAMETER, CONSTANT -> true;
            default -> each.opcode().isElementwise();
        });
    }

    private static HloInstruction inlined(Match match) {
        var function = function(match);
        var values = new HashMap<Integer, HloInstruction>();
        for (var instruction : function.instructions()) {
            values.put(instruction.id(), valueOf(instruction, function, values, match));
        }
        return Objects.requireNonNull(values.get(function.rootId()));
    }

    private static HloInstruction valueOf(
            HloInstruction instruction, HloComputation function, Map<Integer, HloInstruction> values, Match match) {
        var shape = match.shape().withElementType(instruction.shape().asArray().elementType());
        return switch (instruction.op()) {
            case HloOp.Parameter(int number) -> match.operand(match.root(), number);
            case HloOp.Constant(var literal) -> match.broadcastScalar(match.constant(literal), shape);
            default -> {
                var operands = function.operands(instruction).stream()
                        .map(operand -> Objects.requireNonNull(values.get(operand.id())))
                        .toArray(HloInstruction[]::new);
                yield match.add(instruction.op(), shape, operands);
            }
        };
    }
}
