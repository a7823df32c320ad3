package org.hloexplorer.app.workbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.List;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.junit.jupiter.api.Test;

final class OutputSummaryTests {

    @Test
    void sumsLeaveOutWhatIsNotFinite() {
        var value = Literal.ofFloats(new float[] {1, -2, Float.NaN, Float.NEGATIVE_INFINITY}, 2, 2);

        var summary = OutputSummary.of(value, 3).getFirst();

        assertThat(summary.dtype()).isEqualTo("f32");
        assertThat(summary.shape()).containsExactly(2L, 2L);
        assertThat(summary.nonfinite()).isEqualTo(2);
        assertThat(summary.sum()).isEqualTo(-1.0);
        assertThat(summary.absSum()).isEqualTo(3.0);
        assertThat(summary.first()).containsExactly(1.0, -2.0, Double.NaN);
    }

    @Test
    void tuplesAreTakenApart() {
        var value = Literal.tuple(
                List.of(Literal.ofInts(new int[] {1, -5}, 2), Literal.token(), Literal.ofFloats(new float[] {0.5f})));

        assertThat(OutputSummary.of(value, 8)).extracting(OutputSummary::dtype).containsExactly("s32", "f32");
        assertThat(OutputSummary.of(value, 8).getFirst().absSum()).isEqualTo(BigInteger.valueOf(6));
    }

    @Test
    void unsignedWordsDoNotOverflow() {
        var shape = Shape.array(PrimitiveType.U64, 2);
        var value = Literal.of(shape, MemorySegment.ofArray(new long[] {-1, -1}));

        assertThat(OutputSummary.of(value, 0).getFirst().sum()).isEqualTo(new BigInteger("36893488147419103230"));
    }

    @Test
    void complexElementsCountAsTwo() {
        var shape = Shape.array(PrimitiveType.C64, 1);
        var value = Literal.of(shape, MemorySegment.ofArray(new float[] {3, -4}));

        var summary = OutputSummary.of(value, 8).getFirst();

        assertThat(summary.absSum()).isEqualTo(7.0);
        assertThat(summary.first()).containsExactly(3.0, -4.0);
        assertThat(summary.firstText()).isEqualTo("(3.00000000, -4.00000000)");
    }

    @Test
    void dotsStandForWhatFollows() {
        var value = Literal.ofInts(new int[] {1, -5}, 2);

        assertThat(OutputSummary.of(value, 1).getFirst().firstText()).isEqualTo("1 …");
        assertThat(OutputSummary.of(value, 2).getFirst().firstText()).isEqualTo("1, -5");
        assertThat(OutputSummary.of(Literal.ofInts(new int[] {}, 0), 2)
                        .getFirst()
                        .firstText())
                .isEqualTo("no elements");
    }
}
