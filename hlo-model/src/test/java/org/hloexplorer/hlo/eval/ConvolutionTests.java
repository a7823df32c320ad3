package org.hloexplorer.hlo.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.text.HloParser;
import org.junit.jupiter.api.Test;

/** Convolutions, which are worked out as products of matrices, against their definition: bit for bit. */
final class ConvolutionTests {

    @Property(tries = 150)
    void agreeWithTheirDefinition(
            @ForAll @IntRange(min = 1, max = 3) int batch,
            @ForAll @IntRange(min = 1, max = 9) int height,
            @ForAll @IntRange(min = 1, max = 40) int width,
            @ForAll @IntRange(min = 1, max = 3) int kernel,
            @ForAll @IntRange(min = 1, max = 3) int stride,
            @ForAll @IntRange(min = 0, max = 2) int padding,
            @ForAll @IntRange(min = 1, max = 3) int baseDilation,
            @ForAll @IntRange(min = 1, max = 2) int windowDilation,
            @ForAll boolean reversed,
            @ForAll @IntRange(min = 1, max = 3) int groups) {
        var window = new AlongOne(kernel, stride, padding, baseDilation, windowDilation, reversed);
        if (window.fits(height) && window.fits(width)) {
            var convolution = new Convolution(batch, height, width, 2, 3, groups, window);
            var module = convolution.module();
            var inputs = GeneratedInputs.of(module, height * 100L + width);
            float[] actual = Storage.floats(new HloEvaluator().evaluate(module, inputs));
            assertThat(actual).isEqualTo(convolution.defined(inputs.getFirst(), inputs.getLast()));
        }
    }

    /** Zero times an infinite weight is NaN, so padding is left out rather than multiplied. */
    @Test
    void paddingDoesNotMeetInfiniteWeights() {
        var convolution = new Convolution(1, 2, 3, 1, 1, 1, new AlongOne(3, 1, 1, 1, 1, false));
        var module = convolution.module();
        var x = GeneratedInputs.of(module, 1).getFirst();
        var weights = new float[9];
        weights[0] = Float.POSITIVE_INFINITY;
        weights[4] = 1;
        var shape = module.entry().parameters().get(1).shape().asArray();
        var w = Storage.literal(shape, weights);
        var actual = Storage.floats(new HloEvaluator().evaluate(module, List.of(x, w)));
        assertThat(actual).isEqualTo(convolution.defined(x, w));
        assertThat(actual[0]).isFinite();
        assertThat(actual[4]).isInfinite();
    }

    /** The window along each of two dimensions. */
    private record AlongOne(int size, int stride, int padding, int baseDilation, int windowDilation, boolean reversed) {

        private int room(int base) {
            return (base - 1) * baseDilation + 1 + 2 * padding - ((size - 1) * windowDilation + 1);
        }

        boolean fits(int base) {
            return room(base) >= 0;
        }

        int positions(int base) {
            return room(base) / stride + 1;
        }

        /** The element of the base that a window position meets, or -1. */
        int meets(int base, int window, int output) {
            int dilated = output * stride - padding + window * windowDilation;
            boolean outside = dilated < 0 || dilated % baseDilation != 0 || dilated / baseDilation >= base;
            return outside ? -1 : dilated / baseDilation;
        }

        int weight(int window) {
            return reversed ? size - 1 - window : window;
        }

        String attribute() {
            return "size=%1$dx%1$d stride=%2$dx%2$d pad=%3$d_%3$dx%3$d_%3$d lhs_dilate=%4$dx%4$d rhs_dilate=%5$dx%5$d%6$s"
                    .formatted(
                            size, stride, padding, baseDilation, windowDilation, reversed ? " rhs_reversal=1x1" : "");
        }
    }

    /** An input of [batch, height, width, features]. */
    private record Convolution(
            int batch, int height, int width, int groupInputs, int groupOutputs, int groups, AlongOne window) {

        HloModule module() {
            return HloParser.parseOrThrow("""
                    ENTRY main {
                      x = f32[%d,%d,%d,%d] parameter(0)
                      w = f32[%d,%d,%d,%d] parameter(1)
                      ROOT c = f32[%d,%d,%d,%d] convolution(x, w), window={%s}, dim_labels=b01f_01io->b01f, feature_group_count=%d
                    }
                    """.formatted(
                            batch,
                            height,
                            width,
                            groups * groupInputs,
                            window.size(),
                            window.size(),
                            groupInputs,
                            groups * groupOutputs,
                            batch,
                            window.positions(height),
                            window.positions(width),
                            groups * groupOutputs,
                            window.attribute(),
                            groups));
        }

        float[] defined(Literal input, Literal weights) {
            float[] x = Storage.floats(input);
            float[] w = Storage.floats(weights);
            int outputs = groups * groupOutputs;
            var out = new float[batch * window.positions(height) * window.positions(width) * outputs];
            int at = 0;
            for (int image = 0; image < batch; image++) {
                for (int row = 0; row < window.positions(height); row++) {
                    for (int column = 0; column < window.positions(width); column++) {
                        for (int output = 0; output < outputs; output++) {
                            out[at++] = sum(x, w, image, row, column, output);
                        }
                    }
                }
            }
            return out;
        }

        private float sum(float[] x, float[] w, int image, int row, int column, int output) {
            float sum = 0;
            for (int i = 0; i < window.size(); i++) {
                for (int j = 0; j < window.size(); j++) {
                    int y = window.meets(height, i, row);
                    int z = window.meets(width, j, column);
                    for (int feature = 0; y >= 0 && z >= 0 && feature < groupInputs; feature++) {
                        int inFeature = output / groupOutputs * groupInputs + feature;
                        int kernel = (window.weight(i) * window.size() + window.weight(j)) * groupInputs + feature;
                        sum += x[((image * height + y) * width + z) * groups * groupInputs + inFeature]
                                * w[kernel * groups * groupOutputs + output];
                    }
                }
            }
            return sum;
        }
    }
}
