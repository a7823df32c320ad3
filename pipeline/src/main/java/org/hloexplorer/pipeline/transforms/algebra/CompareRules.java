package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.COMPARE;
import static org.hloexplorer.hlo.HloOpcode.IOTA;
import static org.hloexplorer.hlo.HloOpcode.MAXIMUM;
import static org.hloexplorer.hlo.HloOpcode.MINIMUM;
import static org.hloexplorer.hlo.HloOpcode.NOT;
import static org.hloexplorer.pipeline.rewrite.Patterns.constant;
import static org.hloexplorer.pipeline.rewrite.Patterns.either;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Patterns.select;
import static org.hloexplorer.pipeline.rewrite.Patterns.splatConstant;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.Pattern;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Identities of comparisons. */
final class CompareRules {
    private CompareRules() {}

    private static final Capture X = new Capture("x");
    private static final Capture Y = new Capture("y");
    private static final Capture C = new Capture("c");
    private static final Capture INNER = new Capture("inner");

    private static Pattern compare(Pattern left, Pattern right, ComparisonDirection... directions) {
        return op(COMPARE, left, right).where(Comparisons.asks(directions));
    }

    static final RewriteRule BELOW_ZERO = rule(
                    "below-zero",
                    "x < 0 → false, where x cannot be negative",
                    either(
                            compare(X, constant(0), ComparisonDirection.LT),
                            compare(constant(0), X, ComparisonDirection.GT)),
                    m -> m.splat(0, m.shape()))
            .provided(m -> Signs.isNonNegative(m.get(X), m), "nothing says that x is not negative");

    static final RewriteRule FROM_ZERO = rule(
                    "from-zero",
                    "x >= 0 → true, where x cannot be negative",
                    either(
                            compare(X, constant(0), ComparisonDirection.GE),
                            compare(constant(0), X, ComparisonDirection.LE)),
                    m -> m.splat(1, m.shape()))
            .when(m -> !typeOf(m.get(X)).isFloating())
            .provided(m -> Signs.isNonNegative(m.get(X), m), "nothing says that x is not negative");

    static final RewriteRule PREDICATE_ITSELF = rule(
                    "predicate-itself",
                    "p != false → p, p == true → p",
                    either(
                            compare(X, constant(0), ComparisonDirection.NE),
                            compare(X, constant(1), ComparisonDirection.EQ)),
                    m -> m.get(X))
            .when(m -> typeOf(m.get(X)).isPredicate());

    static final RewriteRule PREDICATE_NEGATED = rule(
                    "predicate-negated",
                    "p == false → !p, p != true → !p",
                    either(
                            compare(X, constant(0), ComparisonDirection.EQ),
                            compare(X, constant(1), ComparisonDirection.NE)),
                    m -> m.like(NOT, m.get(X)))
            .when(m -> typeOf(m.get(X)).isPredicate());

    static final RewriteRule COMPARE_ITSELF = rule(
                    "compare-itself",
                    "x == x → true, x < x → false",
                    op(COMPARE, X, X),
                    m -> m.splat(Comparisons.holdsForEqual(Comparisons.direction(m.root())) ? 1 : 0, m.shape()))
            .provided(m -> typeOf(m.get(X)).isIntegral(), "NaN is not equal to itself");

    /** The mask that JAX makes of a comparison. */
    static final RewriteRule SELECTED_ONE_OR_ZERO = rule(
                    "selected-one-or-zero",
                    "select(p, 1, 0) != 0 → p",
                    compare(select(X, constant(1), constant(0)), constant(0), ComparisonDirection.NE),
                    m -> m.get(X))
            .when(m -> m.get(X).shape().isCompatible(m.root().shape()));

    static final RewriteRule GREATER_THAN_OPERAND = ofExtreme(
            "greater-than-operand", "max(x, y) > x → y > x", MAXIMUM, ComparisonDirection.GT, ComparisonDirection.GT);

    static final RewriteRule NOT_GREATER_THAN_OPERAND = ofExtreme(
            "not-greater-than-operand",
            "max(x, y) <= x → y <= x",
            MAXIMUM,
            ComparisonDirection.LE,
            ComparisonDirection.LE);

    static final RewriteRule LESS_THAN_OPERAND = ofExtreme(
            "less-than-operand", "min(x, y) < x → y < x", MINIMUM, ComparisonDirection.LT, ComparisonDirection.LT);

    static final RewriteRule NOT_LESS_THAN_OPERAND = ofExtreme(
            "not-less-than-operand",
            "min(x, y) >= x → y >= x",
            MINIMUM,
            ComparisonDirection.GE,
            ComparisonDirection.GE);

    private static RewriteRule ofExtreme(
            String name, String algebra, HloOpcode extreme, ComparisonDirection asked, ComparisonDirection then) {
        return rule(
                        name,
                        algebra,
                        compare(op(extreme, X, Y), X, asked),
                        m -> Comparisons.compare(m, then, m.get(Y), m.get(X)))
                .provided(m -> typeOf(m.get(X)).isIntegral(), "y may be NaN");
    }

    static final RewriteRule IOTA_OUT_OF_RANGE = rule(
                    "iota-out-of-range",
                    "iota < c → true, where c is not in its range",
                    op(COMPARE, op(IOTA).as(X), splatConstant(C)),
                    m -> m.splat(outcome(m).orElseThrow() ? 1 : 0, m.shape()))
            .when(m -> typeOf(m.get(X)).isIntegral())
            .provided(m -> outcome(m).isPresent(), "some elements of the iota compare one way, some the other");

    static final List<RewriteRule> ALL = List.of(
            BELOW_ZERO,
            FROM_ZERO,
            PREDICATE_ITSELF,
            PREDICATE_NEGATED,
            COMPARE_ITSELF,
            SELECTED_ONE_OR_ZERO,
            GREATER_THAN_OPERAND,
            NOT_GREATER_THAN_OPERAND,
            LESS_THAN_OPERAND,
            NOT_LESS_THAN_OPERAND,
            IOTA_OUT_OF_RANGE);

    /** The answer that all elements of the iota give, if they agree; the extremes decide for inequalities. */
    private static Optional<Boolean> outcome(Match match) {
        var direction = Comparisons.direction(match.root());
        double last = match.get(X).shape().asArray().dimension(BroadcastRules.iotaDimension(match.get(X))) - 1.0;
        double value = match.literal(C).doubleAt(0);
        if (0 <= value && value <= last && !Comparisons.isInequality(match.root())) {
            return last == 0 ? Optional.of(Comparisons.holds(direction, 0, value)) : Optional.empty();
        }
        boolean first = Comparisons.holds(direction, 0, value);
        return first == Comparisons.holds(direction, last, value) ? Optional.of(first) : Optional.empty();
    }

    private static PrimitiveType typeOf(HloInstruction instruction) {
        return instruction.shape().asArray().elementType();
    }
}
