package org.hloexplorer.pipeline.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.HloPassPipeline;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.hloexplorer.pipeline.transforms.layout.ConvolutionOrder;
import org.junit.jupiter.api.Test;

/** One program with its images in each order of memory. */
final class LayoutComparisonTests {
    private static final PassRunner RUNNER = new PassRunner(Passes.REGISTRY, ModuleCheck.VERIFIER);
    private static final String CONVOLUTION = """
            HloModule convolution

            ENTRY main {
              x = f32[2,8,8,4] parameter(0)
              k = f32[3,3,4,16] parameter(1)
              ROOT c = f32[2,8,8,16] convolution(x, k), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f
            }
            """;

    private static LayoutComparison compare(HloPassPipeline pipeline) {
        return LayoutComparison.of(
                HloParser.parse("c.hlo", CONVOLUTION).orThrow(),
                PipelineSettings.of(pipeline),
                RUNNER,
                new Cancellation());
    }

    @Test
    void eachOrderHasItsCost() {
        var choices = compare(Pipelines.TEACHING).choices();
        assertThat(choices)
                .extracting(LayoutComparison.Choice::order)
                .containsExactly(ConvolutionOrder.WRITTEN, ConvolutionOrder.NCHW, ConvolutionOrder.NHWC);

        var written = choices.get(0).cost();
        assertThat(written.copies()).isZero();
        assertThat(written.bytesMoved()).isZero();
        assertThat(written.images()).singleElement().satisfies(image -> {
            assertThat(image.featureStride()).isEqualTo(4);
            assertThat(image.columnStride()).isEqualTo(16);
            // 2*8 planes of 8 columns by 4 features in tiles of 8 by 128: 124 of 128 lanes are padding.
            assertThat(image.padding()).isEqualTo(2 * 8 * 8 * 124 * 4);
        });

        var planes = choices.get(1).cost();
        // The image, the kernel and the result are each read and written once more.
        assertThat(planes.copies()).isEqualTo(3);
        assertThat(planes.bytesMoved()).isEqualTo(2 * 4 * (2 * 8 * 8 * 4 + 3 * 3 * 4 * 16 + 2 * 8 * 8 * 16));
        assertThat(planes.images()).singleElement().satisfies(image -> {
            assertThat(image.featureStride()).isEqualTo(8 * 8 * 4);
            assertThat(image.columnStride()).isEqualTo(4);
        });
    }

    @Test
    void aPipelineWithoutLayoutsHasNoChoice() {
        assertThatThrownBy(() -> compare(Passes.REGISTRY.pipelineOf("dce")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no layout-assignment");
    }
}
