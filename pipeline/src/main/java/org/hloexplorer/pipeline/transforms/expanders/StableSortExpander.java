package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.hlo.HloOpcode.AND;
import static org.hloexplorer.hlo.HloOpcode.NOT;
import static org.hloexplorer.hlo.HloOpcode.OR;
import static org.hloexplorer.hlo.HloOpcode.SORT;
import static org.hloexplorer.hlo.PrimitiveType.S32;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.Emitter;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Lets an unstable sort do the work of a stable one: places are sorted along, and decide between equals. */
public final class StableSortExpander {
    private StableSortExpander() {}

    static final RewriteRule SORT_WITH_PLACES = rule(
                    "sort-with-places",
                    "sort(x), is_stable=true → sort(x, iota), where places decide between equals",
                    op(SORT),
                    StableSortExpander::expanded)
            .when(m -> sort(m).isStable());

    public static final HloPass PASS =
            RulePass.of("stable-sort-expander", "makes stable sorts of unstable ones", SORT_WITH_PLACES);

    private static HloOp.Sort sort(Match match) {
        return (HloOp.Sort) match.root().op();
    }

    private static HloInstruction expanded(Match match) {
        var emitter = Emitter.at(match);
        var operands = new ArrayList<>(match.editor().operands(match.root()));
        var first = operands.getFirst().shape().asArray();
        operands.add(emitter.iota(S32, first.dimensions(), sort(match).dimension()));
        var comparator = emitter.module().current(sort(match).comparator());
        int extended = emitter.function("compare_with_places", inside -> comparison(inside, comparator));
        var sorted = emitter.add(
                new HloOp.Sort(sort(match).dimension(), false, extended),
                new Shape.Tuple(operands.stream().map(HloInstruction::shape).toList()),
                operands.toArray(HloInstruction[]::new));
        var elements = IntStream.range(0, operands.size() - 1)
                .mapToObj(i -> emitter.element(sorted, i))
                .toList();
        return match.root().shape() instanceof Shape.Tuple ? emitter.tuple(elements) : elements.getFirst();
    }

    private static HloInstruction comparison(Emitter emitter, HloComputation comparator) {
        var parameters = comparator.parameters();
        var values = new ArrayList<HloInstruction>();
        for (int i = 0; i < parameters.size(); i++) {
            values.add(emitter.parameter(i, parameters.get(i).shape()));
        }
        var left = emitter.parameter(parameters.size(), Shape.scalar(S32));
        var right = emitter.parameter(parameters.size() + 1, Shape.scalar(S32));
        var comesFirst = call(emitter, comparator, values);
        var comesLast = call(emitter, comparator, swapped(values));
        var isEarlier = emitter.compare(ComparisonDirection.LT, left, right);
        return emitter.map(OR, comesFirst, emitter.map(AND, emitter.map(NOT, comesLast), isEarlier));
    }

    private static HloInstruction call(Emitter emitter, HloComputation function, List<HloInstruction> values) {
        return emitter.add(
                new HloOp.Call(function.id(), false),
                Shape.scalar(PrimitiveType.PRED),
                values.toArray(HloInstruction[]::new));
    }

    private static List<HloInstruction> swapped(List<HloInstruction> values) {
        return IntStream.range(0, values.size())
                .mapToObj(i -> values.get(i ^ 1))
                .toList();
    }
}
