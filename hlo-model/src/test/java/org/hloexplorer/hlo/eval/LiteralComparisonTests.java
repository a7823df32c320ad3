package org.hloexplorer.hlo.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.junit.jupiter.api.Test;

final class LiteralComparisonTests {
    private static final float NAN = Float.NaN;
    private static final float INFINITY = Float.POSITIVE_INFINITY;

    @Test
    void agreesWithinThePartOfTheLargestMagnitude() {
        var comparison = LiteralComparison.of(floats(1000.005f, 0.001f), floats(1000, 0));

        assertThat(comparison.agrees()).isTrue();
        assertThat(comparison.maxAbsolute()).isBetween(0.0049, 0.0051);
        assertThat(comparison.maxRelative()).isBetween(4.9e-6, 5.1e-6);
        assertThat(comparison.toText())
                .contains("within 1.0e-05 of the largest magnitude (f32 has 24 significant bits)");
    }

    @Test
    void namesTheFirstAndTheWorstElement() {
        var actual = Literal.ofFloats(new float[] {1, 2.5f, 3, 9}, 2, 2);
        var expected = Literal.ofFloats(new float[] {1, 2, 3, 4}, 2, 2);
        var array =
                Objects.requireNonNull(LiteralComparison.of(actual, expected).firstDisagreement());

        assertThat(array.differing()).isEqualTo(2);
        assertThat(array.first()).isEqualTo(new ArrayComparison.Element(List.of(0L, 1L), 2.5, 2));
        assertThat(array.worst()).isEqualTo(new ArrayComparison.Element(List.of(1L, 1L), 9, 4));
        assertThat(array.toText())
                .startsWith("2 of 4 elements differ, the first: element [0, 1] is 2.5 instead of 2.0");
    }

    @Test
    void nanEqualsNanAndInfinityInfinity() {
        assertThat(LiteralComparison.of(floats(NAN, INFINITY, -INFINITY), floats(NAN, INFINITY, -INFINITY))
                        .toText())
                .isEqualTo("equal in every element");
    }

    @Test
    void nanOnOneSideIsADifferenceBeyondAnyTolerance() {
        assertThat(LiteralComparison.of(floats(NAN, 1e9f), floats(1, 1e9f)).agrees())
                .isFalse();
        assertThat(LiteralComparison.of(floats(1, 1e9f), floats(NAN, 1e9f)).agrees())
                .isFalse();
        assertThat(LiteralComparison.of(floats(INFINITY), floats(-INFINITY)).agrees())
                .isFalse();
        assertThat(LiteralComparison.of(floats(INFINITY), floats(3e38f)).agrees())
                .isFalse();
    }

    @Test
    void integersMustBeEqual() {
        var comparison = LiteralComparison.of(
                Literal.ofInts(new int[] {1, 1_000_001}, 2), Literal.ofInts(new int[] {1, 1_000_000}, 2));

        assertThat(comparison.agrees()).isFalse();
        assertThat(comparison.toText()).contains("allowed: equal (s32 is exact)");
    }

    @Test
    void countsUnitsOfTheLastPlace() {
        float next = Math.nextUp(Math.nextUp(1f));
        var comparison = LiteralComparison.of(floats(next), floats(1), _ -> Tolerance.exact());

        assertThat(comparison.arrays().getFirst().maxUlps()).isEqualTo(2);
        assertThat(comparison.agrees()).isFalse();
    }

    @Test
    void looksAtEveryArrayOfATuple() {
        var actual = Literal.tuple(List.of(floats(1), Literal.tuple(List.of(floats(2), floats(3)))));
        var expected = Literal.tuple(List.of(floats(1), Literal.tuple(List.of(floats(2), floats(4)))));
        var array =
                Objects.requireNonNull(LiteralComparison.of(actual, expected).firstDisagreement());

        assertThat(array.tupleIndex()).containsExactly(1, 1);
        assertThat(array.toText()).startsWith("output [1, 1]: ");
    }

    @Test
    void comparesBothPartsOfComplexNumbers() {
        assertThat(LiteralComparison.of(complex(1, 2), complex(1, 3)).agrees()).isFalse();
        assertThat(LiteralComparison.of(complex(1, 2), complex(1, 2)).agrees()).isTrue();
    }

    @Test
    void refusesOtherShapes() {
        assertThatThrownBy(() -> LiteralComparison.of(floats(1, 2), floats(1)))
                .hasMessage("cannot compare f32[2] with f32[1]");
        assertThatThrownBy(() -> LiteralComparison.of(floats(1), Literal.ofInts(new int[] {1}, 1)))
                .hasMessageContaining("cannot compare");
    }

    private static Literal floats(float... values) {
        return Literal.ofFloats(values, values.length);
    }

    private static Literal complex(float re, float im) {
        return Literal.of(Shape.array(PrimitiveType.C64, 1), MemorySegment.ofArray(new float[] {re, im}));
    }
}
