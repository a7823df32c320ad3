package org.hloexplorer.pipeline.fusion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;

final class CpuEstimatesTests {

    private static FusionEstimate estimate(String text, String producer) {
        return FusionFlipsTests.decisions(text).stream()
                .filter(each -> each.producerName().equals(producer))
                .map(each -> Objects.requireNonNull(each.estimate()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void anElementwiseProducerSavesItsResultTwice() {
        var estimate = estimate("""
                HloModule m
                ENTRY main {
                  x = f32[1000] parameter(0)
                  e = f32[1000] exponential(x)
                  ROOT n = f32[1000] negate(e)
                }
                """, "e");
        assertThat(estimate.bytesApart()).isEqualTo(16_000);
        assertThat(estimate.bytesFused()).isEqualTo(8_000);
    }

    @Test
    void aSliceReadsWhatItYields() {
        var estimate = estimate("""
                HloModule m
                ENTRY main {
                  x = f32[1000000] parameter(0)
                  s = f32[8] slice(x), slice={[0:8]}
                  ROOT n = f32[8] tanh(s)
                }
                """, "s");
        assertThat(estimate.bytesApart()).isEqualTo(4 * 32);
        assertThat(estimate.bytesFused()).isEqualTo(2 * 32);
    }

    @Test
    void ofAProducerThatIsSlicedOnlyThatPartIsReadInside() {
        var estimate = estimate("""
                HloModule m
                ENTRY main {
                  x = f32[1000] parameter(0)
                  e = f32[1000] exponential(x)
                  ROOT s = f32[10] slice(e), slice={[0:10]}
                }
                """, "e");
        assertThat(estimate.bytesApart()).isEqualTo(4_000 + 4_000 + 40 + 40);
        assertThat(estimate.bytesFused()).isEqualTo(40 + 40);
    }

    /** What is refused as it would be computed again is not estimated to be a bargain. */
    @Test
    void whatIsComputedAgainIsReadAgain() {
        var estimate = estimate("""
                HloModule m
                add {
                  a = f32[] parameter(0)
                  b = f32[] parameter(1)
                  ROOT s = f32[] add(a, b)
                }
                ENTRY main {
                  x = f32[16,1000] parameter(0)
                  zero = f32[] constant(0)
                  sum = f32[16] reduce(x, zero), dimensions={1}, to_apply=add
                  wide = f32[16,1000] broadcast(sum), dimensions={0}
                  ROOT d = f32[16,1000] divide(x, wide)
                }
                """, "sum");
        // The quotient reads x anyhow; 999 more times each sum would need its 1,000 elements and the zero, not itself.
        assertThat(estimate.bytesFused()).isEqualTo(4 + 2 * 64_000 + 999 * (64_000 + 4 - 64));
        assertThat(estimate.bytesApart()).isEqualTo(64_000 + 4 + 64 + 64 + 2 * 64_000);
        assertThat(estimate.microsSaved()).isNegative();
    }

    @Test
    void aFunctionOfTwoKernelsTakesItsTimeTwice() {
        var estimate = estimate("""
                HloModule m
                ENTRY main {
                  x = f32[100000] parameter(0)
                  e = f32[100000] exponential(x)
                  a = f32[100000] negate(e)
                  b = f32[100000] floor(e)
                  ROOT t = (f32[100000], f32[100000]) tuple(a, b)
                }
                """, "e");
        assertThat(estimate.bytesFused()).isEqualTo(estimate.bytesApart());
        assertThat(estimate.microsSaved()).isNegative();
    }

    /** Two readers at the same index share what is computed for one of them. */
    @Test
    void readersAtOneIndexComputeOnce() {
        var estimate = estimate("""
                HloModule m
                ENTRY main {
                  x = f32[1000] parameter(0)
                  y = f32[1000] parameter(1)
                  e = f32[1000] atan2(x, y)
                  n = f32[1000] negate(e)
                  ROOT r = f32[1000] multiply(e, n)
                }
                """, "e");
        assertThat(estimate.bytesFused()).isEqualTo(3 * 4_000);
    }
}
