package org.hloexplorer.hlo.eval;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.FloatRange;
import org.assertj.core.data.Offset;
import org.hloexplorer.hlo.HloOpcode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The functions of single precision against those of Java and the series of {@link Erf}, both in double precision. */
final class FloatMathTests {
    private static final double RELATIVE_ERROR = 0x1p-28;

    @Property(tries = 2000)
    void exponential(@ForAll @FloatRange(min = -87, max = 88) float x) {
        assertThat(FloatMath.of(HloOpcode.EXPONENTIAL, x)).isCloseTo(Math.exp(x), within(Math.exp(x)));
    }

    @Property(tries = 2000)
    void logistic(@ForAll @FloatRange(min = -87, max = 88) float x) {
        double expected = 1 / (1 + Math.exp(-x));
        assertThat(FloatMath.of(HloOpcode.LOGISTIC, x)).isCloseTo(expected, within(expected));
    }

    @Property(tries = 2000)
    void tanh(@ForAll @FloatRange(min = -15, max = 15) float x) {
        assertThat(FloatMath.of(HloOpcode.TANH, x)).isCloseTo(Math.tanh(x), within(Math.tanh(x)));
    }

    @Property(tries = 2000)
    void tanhOfSmallNumbers(@ForAll @FloatRange(min = -1, max = 1) float scaled) {
        float x = scaled * 0x1p-12f;
        assertThat(FloatMath.of(HloOpcode.TANH, x)).isCloseTo(Math.tanh(x), within(Math.tanh(x)));
    }

    @Property(tries = 2000)
    void erf(@ForAll @FloatRange(min = -5, max = 5) float x) {
        // Beyond 4, the error function is 1 but for 1.5e-8, a quarter of what single precision sees there.
        double tolerance = Math.abs(x) > 4 ? 2e-8 : Math.abs(Erf.of(x)) * RELATIVE_ERROR;
        assertThat(FloatMath.of(HloOpcode.ERF, x)).isCloseTo(Erf.of(x), Offset.offset(tolerance));
    }

    @ParameterizedTest
    @EnumSource(names = {"EXPONENTIAL", "LOGISTIC", "TANH", "ERF"})
    void atTheEdges(HloOpcode opcode) {
        for (float x : new float[] {0f, -0f, Float.MIN_VALUE, -Float.MIN_VALUE, 1e-30f, 200, -200, Float.MAX_VALUE}) {
            assertThat((float) FloatMath.of(opcode, x))
                    .as("%s of %s", opcode, x)
                    .isEqualTo((float) DoubleMath.unary(opcode, x));
        }
        for (float x : new float[] {Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
            assertThat((float) FloatMath.of(opcode, x))
                    .as("%s of %s", opcode, x)
                    .isEqualTo((float) DoubleMath.unary(opcode, x));
        }
        assertThat(FloatMath.of(opcode, Float.NaN)).isNaN();
    }

    @Test
    void theSignOfZeroIsKept() {
        assertThat(1 / FloatMath.of(HloOpcode.TANH, -0f)).isNegative();
        assertThat(1 / FloatMath.of(HloOpcode.ERF, -0f)).isNegative();
    }

    /** Exponentials that are denormal in single precision, and the last that is finite. */
    @Test
    void nearTheEndsOfTheRange() {
        for (float x : new float[] {-103.9f, -100, -90, -88, 88.722f, 88.7229f, 89}) {
            assertThat((float) FloatMath.of(HloOpcode.EXPONENTIAL, x))
                    .as("e^%s", x)
                    .isEqualTo((float) Math.exp(x));
        }
    }

    /** The loops make the same passes, whatever their length. */
    @ParameterizedTest
    @EnumSource(names = {"EXPONENTIAL", "LOGISTIC", "TANH", "ERF"})
    void loopsAgreeWithSingleElements(HloOpcode opcode) {
        var x = new float[1000];
        for (int i = 0; i < x.length; i++) {
            x[i] = (i - 500) * 0.037f;
        }
        var out = new float[x.length];
        FloatMath.of(opcode, x, out, x.length);
        for (int i = 0; i < x.length; i++) {
            assertThat(out[i]).isEqualTo((float) FloatMath.of(opcode, x[i]));
        }
    }

    private static Offset<Double> within(double magnitude) {
        return Offset.offset(Math.abs(magnitude) * RELATIVE_ERROR);
    }
}
