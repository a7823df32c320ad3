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
        assertThat(estimate.bytesApart()).isEqualTo(12_000);
        assertThat(estimate.bytesFused()).isEqualTo(4_000);
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
        assertThat(estimate.bytesApart()).isEqualTo(3 * 32);
        assertThat(estimate.bytesFused()).isEqualTo(32);
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
        assertThat(estimate.bytesApart()).isEqualTo(4_000 + 4_000 + 40);
        assertThat(estimate.bytesFused()).isEqualTo(40);
    }
}
