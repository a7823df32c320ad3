package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.ADD;
import static org.hloexplorer.hlo.HloOpcode.DIVIDE;
import static org.hloexplorer.hlo.HloOpcode.MAXIMUM;
import static org.hloexplorer.hlo.HloOpcode.MINIMUM;
import static org.hloexplorer.hlo.HloOpcode.MULTIPLY;
import static org.hloexplorer.hlo.HloOpcode.POWER;
import static org.hloexplorer.hlo.HloOpcode.REVERSE;
import static org.hloexplorer.hlo.HloOpcode.SUBTRACT;
import static org.hloexplorer.pipeline.rewrite.Patterns.anyOp;
import static org.hloexplorer.pipeline.rewrite.Patterns.broadcast;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Patterns.scalarConstant;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Identities of reverse. */
final class ReverseRules {
    private ReverseRules() {}

    private static final Capture X = new Capture("x");
    private static final Capture C = new Capture("c");
    private static final Capture INNER = new Capture("inner");

    private static final Set<HloOpcode> ELEMENTWISE_BINARY =
            Set.of(ADD, SUBTRACT, MULTIPLY, DIVIDE, MAXIMUM, MINIMUM, POWER);

    static final RewriteRule REVERSE_ONES = rule(
                    "reverse-ones",
                    "reverse over dimensions of size 1 → without them",
                    op(REVERSE, X),
                    m -> reversed(m, m.get(X), longDimensions(m)))
            .when(m -> longDimensions(m).size() < Dimensions.of(m.root()).size());

    static final RewriteRule REVERSE_REVERSE = rule(
            "reverse-reverse",
            "reverse(reverse(x)) → reverse(x) over what is reversed once",
            op(REVERSE, op(REVERSE, X).as(INNER)),
            m -> reversed(m, m.get(X), reversedOnce(m)));

    static final RewriteRule REVERSE_WITH_CONSTANT = rule(
                    "reverse-with-constant",
                    "reverse(f(x, c)) → f(reverse(x), c), where all elements of c are equal",
                    op(
                            REVERSE,
                            anyOp(
                                            ELEMENTWISE_BINARY,
                                            X,
                                            broadcast(scalarConstant()).as(C))
                                    .withOneUser()
                                    .as(INNER)),
                    m -> m.add(
                            m.get(INNER).op(),
                            m.root().shape(),
                            m.add(m.root().op(), m.get(X).shape(), m.get(X)),
                            m.get(C)))
            .when(m -> !m.isConstant(m.get(X)));

    static final List<RewriteRule> ALL = List.of(REVERSE_ONES, REVERSE_REVERSE, REVERSE_WITH_CONSTANT);

    private static List<Integer> longDimensions(Match match) {
        return Dimensions.of(match.root()).stream()
                .filter(dimension -> match.shape().dimension(dimension) != 1)
                .toList();
    }

    private static List<Integer> reversedOnce(Match match) {
        var outer = Dimensions.of(match.root());
        var inner = Dimensions.of(match.get(INNER));
        return Stream.concat(outer.stream(), inner.stream())
                .filter(dimension -> outer.contains(dimension) != inner.contains(dimension))
                .sorted()
                .toList();
    }

    private static HloInstruction reversed(Match match, HloInstruction operand, List<Integer> dimensions) {
        return dimensions.isEmpty()
                ? operand
                : match.add(
                        new HloOp.WithDimensions(REVERSE, dimensions),
                        match.root().shape(),
                        operand);
    }
}
