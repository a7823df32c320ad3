package org.hloexplorer.pipeline.kernel;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.hloexplorer.pipeline.kernel.IndexAtom.LoopVariable;
import org.hloexplorer.pipeline.kernel.IndexAtom.Quotient;
import org.hloexplorer.pipeline.kernel.IndexAtom.Remainder;

/**
 * An integer expression in loop variables: a constant plus multiples of atoms.
 *
 * <p>Kept canonical, so that equal maps of indices are equal values: that is how a kernel notices that it has computed
 * an element already. Divisions by constants, which reshapes bring, are folded wherever the bounds allow.
 *
 * @param terms coefficient by atom; no coefficient is 0
 */
public record Index(long constant, Map<IndexAtom, Long> terms) {
    public static final Index ZERO = new Index(0, Map.of());

    public Index {
        terms = Map.copyOf(terms);
    }

    public static Index of(long constant) {
        return new Index(constant, Map.of());
    }

    /** The value of an atom; one that has a single value is that constant. */
    public static Index of(IndexAtom atom) {
        return atom.minimum() == atom.maximum() ? of(atom.minimum()) : new Index(0, Map.of(atom, 1L));
    }

    public Index plus(long addend) {
        return new Index(constant + addend, terms);
    }

    public Index plus(Index addend) {
        var sum = new HashMap<>(terms);
        addend.terms.forEach((atom, coefficient) -> sum.merge(atom, coefficient, Long::sum));
        sum.values().removeIf(coefficient -> coefficient == 0);
        return rejoined(constant + addend.constant, sum);
    }

    /** {@code a·d·(x / d) + a·(x mod d)} is {@code a·x}: what one reshape takes apart, another puts together. */
    private static Index rejoined(long constant, Map<IndexAtom, Long> terms) {
        for (var atom : terms.keySet()) {
            if (atom instanceof Remainder(var dividend, long divisor)) {
                var quotient = new Quotient(dividend, divisor);
                long coefficient = terms.get(atom);
                if (terms.getOrDefault(quotient, 0L) == coefficient * divisor) {
                    var rest = new HashMap<>(terms);
                    rest.remove(atom);
                    rest.remove(quotient);
                    return new Index(constant, rest).plus(dividend.times(coefficient));
                }
            }
        }
        return new Index(constant, terms);
    }

    public Index times(long factor) {
        if (factor == 0) {
            return ZERO;
        }
        var product = new HashMap<IndexAtom, Long>();
        terms.forEach((atom, coefficient) -> product.put(atom, coefficient * factor));
        return new Index(constant * factor, product);
    }

    public Index minus(Index subtrahend) {
        return plus(subtrahend.times(-1));
    }

    /** This divided by a positive constant, rounded down. */
    public Index dividedBy(long divisor) {
        if (divisor == 1) {
            return this;
        }
        var whole = multiplesOf(divisor).dividedExactly(divisor);
        var rest = minus(multiplesOf(divisor));
        long floor = Math.floorDiv(rest.minimum(), divisor);
        if (floor == Math.floorDiv(rest.maximum(), divisor)) {
            return whole.plus(floor);
        }
        return whole.plus(quotient(rest, divisor));
    }

    private static Index quotient(Index dividend, long divisor) {
        if (dividend.constant == 0 && dividend.terms.size() == 1) {
            var term = dividend.terms.entrySet().iterator().next();
            if (term.getValue() == 1 && term.getKey() instanceof Quotient(var inner, long first)) {
                return inner.dividedBy(first * divisor);
            }
        }
        return of(new Quotient(dividend, divisor));
    }

    /** What is left of this after {@link #dividedBy}, not negative. */
    public Index remainder(long divisor) {
        if (divisor == 1) {
            return ZERO;
        }
        var rest = minus(multiplesOf(divisor));
        long floor = Math.floorDiv(rest.minimum(), divisor);
        return floor == Math.floorDiv(rest.maximum(), divisor)
                ? rest.plus(-floor * divisor)
                : of(new Remainder(rest, divisor));
    }

    /** The part of this whose every coefficient is a multiple of the divisor. */
    private Index multiplesOf(long divisor) {
        var multiples = new HashMap<IndexAtom, Long>();
        terms.forEach((atom, coefficient) -> {
            if (coefficient % divisor == 0) {
                multiples.put(atom, coefficient);
            }
        });
        return new Index(Math.floorDiv(constant, divisor) * divisor, multiples);
    }

    private Index dividedExactly(long divisor) {
        var quotient = new HashMap<IndexAtom, Long>();
        terms.forEach((atom, coefficient) -> quotient.put(atom, coefficient / divisor));
        return new Index(constant / divisor, quotient);
    }

    /** The same with other loop variables and loaded values, inside of divisions too. */
    Index substituted(Function<LoopVariable, Index> variables, UnaryOperator<Value> values) {
        var sum = of(constant);
        for (var term : orderedTerms()) {
            var atom = switch (term.getKey()) {
                case LoopVariable variable -> variables.apply(variable);
                case Quotient(var dividend, long divisor) ->
                    dividend.substituted(variables, values).dividedBy(divisor);
                case Remainder(var dividend, long divisor) ->
                    dividend.substituted(variables, values).remainder(divisor);
                case IndexAtom.Loaded(var value, long maximum) ->
                    of(new IndexAtom.Loaded(values.apply(value), maximum));
            };
            sum = sum.plus(atom.times(term.getValue()));
        }
        return sum;
    }

    public boolean isConstant() {
        return terms.isEmpty();
    }

    /** The least value it takes, or less. */
    public long minimum() {
        return bound(true);
    }

    /** The greatest value it takes, or more. */
    public long maximum() {
        return bound(false);
    }

    private long bound(boolean lower) {
        long bound = constant;
        for (var term : terms.entrySet()) {
            long coefficient = term.getValue();
            var atom = term.getKey();
            bound += coefficient * (lower == coefficient > 0 ? atom.minimum() : atom.maximum());
        }
        return bound;
    }

    /** The factor of an atom in this, outside of divisions. */
    public long coefficient(IndexAtom atom) {
        return terms.getOrDefault(atom, 0L);
    }

    /** The loop variables it depends on, those inside of divisions included. */
    public Set<LoopVariable> variables() {
        Set<LoopVariable> variables = new HashSet<>();
        addVariables(variables);
        return variables;
    }

    private void addVariables(Set<LoopVariable> variables) {
        for (var atom : terms.keySet()) {
            switch (atom) {
                case LoopVariable variable -> variables.add(variable);
                case Quotient(var dividend, var _) -> dividend.addVariables(variables);
                case Remainder(var dividend, var _) -> dividend.addVariables(variables);
                case IndexAtom.Loaded _ -> {}
            }
        }
    }

    /** The values it depends on, those inside of divisions included. */
    public Set<Value> values() {
        Set<Value> values = new HashSet<>();
        addValues(values);
        return values;
    }

    private void addValues(Set<Value> values) {
        for (var atom : terms.keySet()) {
            switch (atom) {
                case IndexAtom.Loaded(var value, var _) -> values.add(value);
                case Quotient(var dividend, var _) -> dividend.addValues(values);
                case Remainder(var dividend, var _) -> dividend.addValues(values);
                case LoopVariable _ -> {}
            }
        }
    }

    /** Terms in an order that depends on nothing but themselves: greatest coefficients first. */
    public List<Map.Entry<IndexAtom, Long>> orderedTerms() {
        return terms.entrySet().stream()
                .sorted(Comparator.<Map.Entry<IndexAtom, Long>>comparingLong(term -> -Math.abs(term.getValue()))
                        .thenComparing(term -> term.getKey().toString()))
                .toList();
    }

    /** Such as {@code 2048 i + j + 1}. */
    @Override
    public String toString() {
        var text = new StringBuilder();
        for (var term : orderedTerms()) {
            long coefficient = term.getValue();
            text.append(text.isEmpty() ? (coefficient < 0 ? "-" : "") : coefficient < 0 ? " - " : " + ");
            if (Math.abs(coefficient) != 1) {
                text.append(Math.abs(coefficient)).append(' ');
            }
            var division = term.getKey() instanceof Quotient || term.getKey() instanceof Remainder;
            text.append(division && Math.abs(coefficient) != 1 ? "(" + term.getKey() + ")" : term.getKey());
        }
        if (text.isEmpty()) {
            return Long.toString(constant);
        }
        if (constant != 0) {
            text.append(constant < 0 ? " - " : " + ").append(Math.abs(constant));
        }
        return text.toString();
    }
}
