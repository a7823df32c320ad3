package org.hloexplorer.pipeline.backend.tpu.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.hloexplorer.hlo.Cancellation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exact bits of bf16 and int8 products. */
final class NumericsTests {

    @ParameterizedTest
    @CsvSource({
        "4, 4, 4, 4, 3e126400, bf2f0d80, ece0aede0ff2d94f",
        "8, 16, 8, 8, bf2c3500, 3fe497c4, 8472075d72a9c66b",
        "16, 300, 16, 128, 4116aa88, 40b5b8a5, 4756a8266e01b2ab",
        "16, 300, 16, 256, 4116aa89, 40b5b8a7, 24112644228cc839"
    })
    void bf16Bits(int m, int k, int n, int rows, String first, String last, String hash) {
        float[] y = ArrayProduct.bf16(bf16(Gemm.of(m, n, k)), rows, new Cancellation());
        assertThat(Integer.toHexString(Float.floatToRawIntBits(y[0]))).isEqualTo(first);
        assertThat(Integer.toHexString(Float.floatToRawIntBits(y[y.length - 1])))
                .isEqualTo(last);
        assertThat(Long.toHexString(hash(y))).isEqualTo(hash);
    }

    @ParameterizedTest
    @CsvSource({
        "4, 4, 4, 2329, -11082, 21706",
        "8, 16, 8, -10532, 29091, 86657",
        "16, 300, 16, 154765, 91991, -425412",
        "128, 256, 64, 44156, 127536, 4365351"
    })
    void int8Sums(int m, int k, int n, int first, int last, int sum) {
        int[] y = ArrayProduct.int8(int8(Gemm.of(m, n, k)), new Cancellation());
        assertThat(y[0]).isEqualTo(first);
        assertThat(y[y.length - 1]).isEqualTo(last);
        assertThat(Arrays.stream(y).sum()).isEqualTo(sum);
    }

    @ParameterizedTest
    @CsvSource({
        "3f808000, 3f80",
        "3f818000, 3f82",
        "3f808001, 3f81",
        "7f7fffff, 7f80",
        "80000000, 8000",
        "7f800000, 7f80",
        "ff800000, ff80",
        "00000001, 0"
    })
    void rounding(String value, String rounded) {
        float input = Float.intBitsToFloat(Integer.parseUnsignedInt(value, 16));
        assertThat(Integer.toHexString(Bfloat16.bits(input))).isEqualTo(rounded);
    }

    @Test
    void notANumberStaysOneEvenWhereItsUpperHalfLooksInfinite() {
        for (int bits : new int[] {0x7fc00000, 0x7f800001, 0xff800001, 0x7fffffff, 0xffffffff}) {
            assertThat(Bfloat16.round(Float.intBitsToFloat(bits))).isNaN();
        }
    }

    @Test
    void numberOfRowsChangesBitsOfFloatsOnly() {
        var gemm = Gemm.of(16, 16, 300);
        assertThat(ArrayProduct.bf16(bf16(gemm), 128, new Cancellation()))
                .isNotEqualTo(ArrayProduct.bf16(bf16(gemm), 256, new Cancellation()));
        var wide = bf16(gemm);
        var array = new SystolicArray(
                TpuConfig.array(128, 16, TimingMode.DOUBLE_BUFFERED),
                TilePlan.of(gemm, 128, 16),
                TileSchedule.of(3, 16, TpuConfig.array(128, 16, TimingMode.DOUBLE_BUFFERED)),
                wide);
        var end = array.at(array.schedule().cycles());
        assertThat(end.accumulator(0, 15, 15)).hasValue(ArrayProduct.bf16(wide, 128, new Cancellation())[255]);
    }

    static MatrixData bf16(Gemm gemm) {
        return MatrixData.rounded(
                gemm,
                OperandType.BF16,
                floats(1, gemm.batch() * gemm.m() * gemm.k()),
                floats(2, gemm.batch() * gemm.k() * gemm.n()));
    }

    static MatrixData int8(Gemm gemm) {
        return new MatrixData(
                gemm,
                OperandType.INT8,
                bytes(1, gemm.batch() * gemm.m() * gemm.k()),
                bytes(2, gemm.batch() * gemm.k() * gemm.n()));
    }

    private static float[] floats(int seed, int count) {
        float[] values = new float[count];
        int x = seed;
        for (int i = 0; i < count; i++) {
            x = x * 1664525 + 1013904223;
            values[i] = ((x >>> 8) & 0xffff) / 32768f - 1;
        }
        return values;
    }

    private static float[] bytes(int seed, int count) {
        float[] values = new float[count];
        int x = seed;
        for (int i = 0; i < count; i++) {
            x = x * 1664525 + 1013904223;
            values[i] = ((x >>> 16) & 0xff) - 128;
        }
        return values;
    }

    /** FNV-1a, 64 bits, of the little-endian bytes. */
    private static long hash(float[] values) {
        long hash = 0xcbf29ce484222325L;
        for (float value : values) {
            for (int bits = Float.floatToRawIntBits(value), i = 0; i < 4; i++) {
                hash = (hash ^ ((bits >>> (8 * i)) & 0xff)) * 0x100000001b3L;
            }
        }
        return hash;
    }
}
