package org.hloexplorer.pipeline.transforms.simplifiers;

import static org.hloexplorer.hlo.HloOpcode.ALL_REDUCE;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.Emitter;
import org.hloexplorer.pipeline.transforms.Functions;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Reduces 16-bit integers among devices as 32-bit ones, which all communication libraries can. */
public final class AllReducePromotion {
    private AllReducePromotion() {}

    private static final Capture X = new Capture("x");

    static final RewriteRule PROMOTE_ALL_REDUCE = rule(
                    "promote-all-reduce",
                    "s16 all-reduce(x) → convert(s32 all-reduce(convert(x)))",
                    op(ALL_REDUCE, X).where(at -> at.shape() instanceof Shape.Array),
                    AllReducePromotion::promoted)
            .when(m -> m.type() == PrimitiveType.S16 || m.type() == PrimitiveType.U16)
            .provided(m -> reducer(m).isPresent(), "its function is more than one operation");

    public static final HloPass PASS = RulePass.of(
            "all-reduce-promotion", "reduces 16-bit integers among devices as 32-bit ones", PROMOTE_ALL_REDUCE);

    private static Optional<HloOpcode> reducer(Match match) {
        var function = match.editor()
                .module()
                .current(match.root().calledComputations().getFirst());
        var root = function.root();
        return root.op() instanceof HloOp.Plain(var opcode)
                        && root.operandCount() == 2
                        && function.operands(root).stream().allMatch(each -> each.op() instanceof HloOp.Parameter)
                ? Optional.of(opcode)
                : Optional.empty();
    }

    private static HloInstruction promoted(Match match) {
        var emitter = Emitter.at(match);
        var wide = match.type() == PrimitiveType.S16 ? PrimitiveType.S32 : PrimitiveType.U32;
        int function = Functions.binary(emitter.module(), reducer(match).orElseThrow(), wide);
        var reduced = emitter.add(
                match.root().op().withCalledComputations(List.of(function)),
                match.shape().withElementType(wide),
                emitter.convert(match.get(X), wide));
        return emitter.convert(reduced, match.type());
    }
}
