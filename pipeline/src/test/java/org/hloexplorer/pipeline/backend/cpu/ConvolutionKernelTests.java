package org.hloexplorer.pipeline.backend.cpu;

import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Convolutions of all forms: strides, paddings, dilations, groups, any order of dimensions, any type. */
@ExtendWith(SharedWorker.class)
final class ConvolutionKernelTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "f32[2,8,8,16] f32[3,3,16,32] f32[2,6,6,32] {size=3x3} b01f_01io->b01f",
                "f32[2,8,8,16] f32[3,3,16,32] f32[2,8,8,32] {size=3x3 pad=1_1x1_1} b01f_01io->b01f",
                "f32[1,9,9,3] f32[7,7,3,40] f32[1,5,5,40] {size=7x7 stride=2x2 pad=3_3x3_3} b01f_01io->b01f",
                "f32[2,5,8,8] f32[6,5,3,3] f32[2,6,8,8] {size=3x3 pad=1_1x1_1} bf01_oi01->bf01",
                "f32[2,8,8,16] f32[1,1,16,33] f32[2,8,8,33] {size=1x1} b01f_01io->b01f",
                "f32[3,20,8] f32[5,8,9] f32[3,16,9] {size=5} b0f_0io->b0f",
                "f32[2,6,6,8] f32[3,3,8,9] f32[2,13,13,9] {size=3x3 pad=2_2x2_2 lhs_dilate=2x2} b01f_01io->b01f",
                "f32[2,9,9,8] f32[3,3,8,9] f32[2,5,5,9] {size=3x3 rhs_dilate=2x2} b01f_01io->b01f",
                "f32[2,6,6,8] f32[3,3,9,8] f32[2,6,6,9] {size=3x3 pad=1_1x1_1 rhs_reversal=1x1} b01f_01oi->b01f",
                "bf16[2,8,8,16] bf16[3,3,16,32] bf16[2,8,8,32] {size=3x3 pad=1_1x1_1} b01f_01io->b01f",
                "f64[2,8,8,16] f64[3,3,16,32] f64[2,8,8,32] {size=3x3 pad=1_1x1_1} b01f_01io->b01f",
                "s32[2,8,8,16] s32[3,3,16,32] s32[2,8,8,32] {size=3x3 pad=1_1x1_1} b01f_01io->b01f",
                "f32[4,2,2,2,7] f32[2,2,2,7,9] f32[4,1,1,1,9] {size=2x2x2} b012f_012io->b012f",
                "f32[2,3,3,1] f32[2,2,1,2] f32[2,2,2,2] {size=2x2} b01f_01io->b01f",
                "f32[16,8] f32[8,9] f32[16,9] {} bf_io->bf"
            })
    void agree(String convolution, Comparison comparison) {
        comparison.holds(module(convolution, ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "f32[2,8,8,24] f32[3,3,1,24] f32[2,8,8,24] {size=3x3 pad=1_1x1_1} b01f_01io->b01f | feature_group_count=24",
                "f32[2,8,8,24] f32[3,3,8,36] f32[2,8,8,36] {size=3x3 pad=1_1x1_1} b01f_01io->b01f | feature_group_count=3",
                "f32[6,8,8,4] f32[3,3,4,12] f32[2,6,6,12] {size=3x3} b01f_01io->b01f | batch_group_count=3",
                "f32[24,8,8,4] f32[3,3,4,24] f32[1,6,6,24] {size=3x3} b01f_01io->b01f | batch_group_count=24"
            })
    void agreeInGroups(String convolution, Comparison comparison) {
        var parts = convolution.split(" \\| ", -1);
        comparison.holds(module(parts[0], ", " + parts[1]));
    }

    static String module(String convolution, String groups) {
        int open = convolution.indexOf('{');
        int close = convolution.indexOf('}');
        var shapes = convolution.substring(0, open).split(" ", -1);
        return """
                HloModule convolved
                ENTRY main {
                  x = %s parameter(0)
                  w = %s parameter(1)
                  ROOT r = %s convolution(x, w), window=%s, dim_labels=%s%s
                }
                """.formatted(
                        shapes[0],
                        shapes[1],
                        shapes[2],
                        convolution.substring(open, close + 1),
                        convolution.substring(close + 2),
                        groups);
    }
}
