package org.hloexplorer.pipeline.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hloexplorer.pipeline.kernel.IndexAtom.Loaded;
import org.hloexplorer.pipeline.kernel.IndexAtom.LoopVariable;
import org.hloexplorer.pipeline.kernel.IndexAtom.Quotient;
import org.hloexplorer.pipeline.kernel.IndexAtom.Remainder;
import org.junit.jupiter.api.Test;

final class IndexTests {
    private static final LoopVariable I = new LoopVariable(0, 6);
    private static final LoopVariable J = new LoopVariable(1, 4);

    @Test
    void reshapesThatMeetFoldAway() {
        var flat = Index.of(new LoopVariable(0, 24));
        var row = flat.dividedBy(4);
        var column = flat.remainder(4);
        assertThat(row.times(4).plus(column)).isEqualTo(flat);
        var linear = Index.of(I).times(4).plus(Index.of(J));
        assertThat(linear.dividedBy(4)).isEqualTo(Index.of(I));
        assertThat(linear.remainder(4)).isEqualTo(Index.of(J));
    }

    @Test
    void divisionsThatRemainAreMerged() {
        var flat = Index.of(new LoopVariable(0, 24));
        assertThat(flat.dividedBy(2).dividedBy(3)).isEqualTo(flat.dividedBy(6));
        assertThat(flat.dividedBy(24)).isEqualTo(Index.ZERO);
    }

    @Test
    void equalIndicesAreEqualHoweverTheyCameAbout() {
        var one = Index.of(I).plus(Index.of(J)).plus(Index.of(I));
        var other = Index.of(J).plus(Index.of(I).times(2)).plus(3).plus(-3);
        assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
        assertThat(one).hasToString("2 i + j");
    }

    @Test
    void aLoopOfOneStepIsAConstant() {
        assertThat(Index.of(new LoopVariable(0, 1)).plus(5)).isEqualTo(Index.of(5));
    }

    @Property
    void divisionAndRemainderAreThoseOfTheIntegers(
            @ForAll @IntRange(min = -50, max = 50) int a,
            @ForAll @IntRange(min = -50, max = 50) int b,
            @ForAll @IntRange(min = -200, max = 200) int c,
            @ForAll @IntRange(min = 1, max = 40) int divisor,
            @ForAll @IntRange(min = 1, max = 12) int second) {
        var index = Index.of(I).times(a).plus(Index.of(J).times(b)).plus(c);
        var quotient = index.dividedBy(divisor).dividedBy(second);
        var remainder = index.remainder(divisor);
        var joined = index.dividedBy(divisor).times(divisor).plus(remainder);
        for (long i = 0; i < I.extent(); i++) {
            for (long j = 0; j < J.extent(); j++) {
                var at = Map.of(I, i, J, j);
                long value = a * i + b * j + c;
                assertThat(evaluate(index, at)).isEqualTo(value).isBetween(index.minimum(), index.maximum());
                assertThat(evaluate(quotient, at)).isEqualTo(Math.floorDiv(Math.floorDiv(value, divisor), second));
                assertThat(evaluate(remainder, at)).isEqualTo(Math.floorMod(value, divisor));
                assertThat(evaluate(joined, at)).isEqualTo(value);
            }
        }
    }

    private static long evaluate(Index index, Map<LoopVariable, Long> at) {
        return index.constant()
                + index.terms().entrySet().stream()
                        .mapToLong(term -> term.getValue() * evaluate(term.getKey(), at))
                        .sum();
    }

    private static long evaluate(IndexAtom atom, Map<LoopVariable, Long> at) {
        return switch (atom) {
            case LoopVariable variable -> at.getOrDefault(variable, 0L);
            case Quotient(var dividend, long divisor) -> Math.floorDiv(evaluate(dividend, at), divisor);
            case Remainder(var dividend, long divisor) -> Math.floorMod(evaluate(dividend, at), divisor);
            case Loaded _ -> throw new AssertionError("nothing is loaded here");
        };
    }
}
