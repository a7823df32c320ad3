package org.hloexplorer.pipeline.transforms.simplifiers;

import static org.hloexplorer.hlo.HloOpcode.CONCATENATE;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Refusal.because;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.Refusal;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.Emitter;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Joins very many arrays in groups first: a kernel takes only so many parameters. */
public final class VariadicOpSplitter {
    private VariadicOpSplitter() {}

    static final Option<Long> PARAMETERS =
            Option.count("variadic-op-splitter.parameters", 128, "operands of a concatenation that are joined at once");

    static final RewriteRule SPLIT_CONCATENATE = rule(
                    "split-concatenate",
                    "concatenate of many → concatenate of concatenates",
                    op(CONCATENATE),
                    VariadicOpSplitter::split)
            .provided(VariadicOpSplitter::areMany);

    public static final HloPass PASS = new RulePass(
            "variadic-op-splitter",
            "joins very many arrays in groups first",
            List.of(PARAMETERS),
            List.of(SPLIT_CONCATENATE));

    private static long limit(Match match) {
        return Math.max(2, match.editor().context().option(PARAMETERS));
    }

    private static Optional<Refusal> areMany(Match match) {
        int operands = match.root().operandCount();
        return operands > limit(match)
                ? Optional.empty()
                : Optional.of(because(
                        "a kernel takes its %d operands, as up to %d".formatted(operands, limit(match)),
                        Quantity.count("operands", operands, limit(match))));
    }

    private static HloInstruction split(Match match) {
        var emitter = Emitter.at(match);
        int dimension = ((HloOp.AlongDimension) match.root().op()).dimension();
        var parts = match.editor().operands(match.root());
        int limit = (int) limit(match);
        while (parts.size() > limit) {
            var groups = new ArrayList<HloInstruction>();
            for (int i = 0; i < parts.size(); i += limit) {
                var group = parts.subList(i, Math.min(parts.size(), i + limit));
                groups.add(group.size() == 1 ? group.getFirst() : emitter.concatenate(dimension, group));
            }
            parts = groups;
        }
        return emitter.concatenate(dimension, parts);
    }
}
