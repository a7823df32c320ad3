package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.AND;
import static org.hloexplorer.hlo.HloOpcode.COMPARE;
import static org.hloexplorer.hlo.HloOpcode.DYNAMIC_UPDATE_SLICE;
import static org.hloexplorer.hlo.HloOpcode.NOT;
import static org.hloexplorer.hlo.HloOpcode.OR;
import static org.hloexplorer.hlo.HloOpcode.SELECT;
import static org.hloexplorer.pipeline.rewrite.Patterns.broadcast;
import static org.hloexplorer.pipeline.rewrite.Patterns.constant;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Patterns.select;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Identities of select. */
final class SelectRules {
    private SelectRules() {}

    private static final Capture P = new Capture("p");
    private static final Capture X = new Capture("x");
    private static final Capture Y = new Capture("y");
    private static final Capture UPDATE = new Capture("update");

    static final RewriteRule SELECT_SAME = rule("select-same", "select(p, x, x) → x", select(P, X, X), m -> m.get(X));

    static final RewriteRule SELECT_TRUE =
            rule("select-true", "select(true, x, y) → x", select(constant(1), X, Y), m -> m.get(X));

    static final RewriteRule SELECT_FALSE =
            rule("select-false", "select(false, x, y) → y", select(constant(0), X, Y), m -> m.get(Y));

    static final RewriteRule SELECT_NOT = rule(
            "select-not",
            "select(!p, x, y) → select(p, y, x)",
            select(op(NOT, P), X, Y),
            m -> m.like(SELECT, m.get(P), m.get(Y), m.get(X)));

    static final RewriteRule SELECT_TRUE_FALSE = rule(
                    "select-true-false",
                    "select(p, true, false) → p",
                    select(P, constant(1), constant(0)),
                    m -> m.get(P))
            .when(SelectRules::isOfPredicates);

    static final RewriteRule SELECT_FALSE_TRUE = rule(
                    "select-false-true",
                    "select(p, false, true) → !p",
                    select(P, constant(0), constant(1)),
                    m -> m.like(NOT, m.get(P)))
            .when(SelectRules::isOfPredicates);

    static final RewriteRule SELECT_GREATER_PREDICATE = ofCompared(
            "select-greater-predicate",
            "select(p > q, p, q) → p | q",
            m -> m.like(OR, m.get(X), m.get(Y)),
            ComparisonDirection.GT,
            ComparisonDirection.GE);

    static final RewriteRule SELECT_LESS_PREDICATE = ofCompared(
            "select-less-predicate",
            "select(p < q, p, q) → p & q",
            m -> m.like(AND, m.get(X), m.get(Y)),
            ComparisonDirection.LT,
            ComparisonDirection.LE);

    static final RewriteRule SELECT_EQUAL_PREDICATE =
            ofCompared("select-equal-predicate", "select(p == q, p, q) → q", m -> m.get(Y), ComparisonDirection.EQ);

    static final RewriteRule SELECT_UNEQUAL_PREDICATE =
            ofCompared("select-unequal-predicate", "select(p != q, p, q) → p", m -> m.get(X), ComparisonDirection.NE);

    private static RewriteRule ofCompared(
            String name,
            String algebra,
            Function<Match, HloInstruction> replacement,
            ComparisonDirection... directions) {
        return rule(name, algebra, select(op(COMPARE, X, Y).where(Comparisons.asks(directions)), X, Y), replacement)
                .when(m -> m.type().isPredicate());
    }

    /** What is not updated keeps its place, so that only the slice has to be chosen. */
    static final RewriteRule SELECT_UPDATED = rule(
                    "select-updated",
                    "select(p, x, dynamic-update-slice(x, y, i)) → dynamic-update-slice(x, select(p, dynamic-slice(x, i), y), i)",
                    select(
                            broadcast(P),
                            X,
                            op(DYNAMIC_UPDATE_SLICE, X, Y).withOneUser().as(UPDATE)),
                    SelectRules::updatedWithChosen)
            .when(m -> Constants.isScalar(m.get(P)));

    static final List<RewriteRule> ALL = List.of(
            SELECT_SAME,
            SELECT_TRUE,
            SELECT_FALSE,
            SELECT_TRUE_FALSE,
            SELECT_FALSE_TRUE,
            SELECT_NOT,
            SELECT_GREATER_PREDICATE,
            SELECT_LESS_PREDICATE,
            SELECT_EQUAL_PREDICATE,
            SELECT_UNEQUAL_PREDICATE,
            SELECT_UPDATED);

    private static boolean isOfPredicates(Match match) {
        return match.type().isPredicate()
                && match.get(P).shape().isCompatible(match.root().shape());
    }

    private static HloInstruction updatedWithChosen(Match match) {
        var update = match.get(UPDATE);
        var slice = match.get(Y).shape().asArray();
        var indices = match.editor().operands(update).subList(2, update.operandCount());
        var sliced = match.add(
                new HloOp.DynamicSlice(slice.dimensions()),
                slice,
                Stream.concat(Stream.of(match.get(X)), indices.stream()).toArray(HloInstruction[]::new));
        var mask = match.broadcastScalar(match.get(P), slice.withElementType(PrimitiveType.PRED));
        var chosen = match.plain(SELECT, slice, mask, sliced, match.get(Y));
        return match.add(
                update.op(),
                update.shape(),
                Stream.concat(Stream.of(match.get(X), chosen), indices.stream()).toArray(HloInstruction[]::new));
    }
}
