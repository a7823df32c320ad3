package org.hloexplorer.pipeline.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Convolutions by oneDNN: forward, and the two gradients; and why it does not take the others. */
@ExtendWith(SharedWorker.class)
final class LibraryConvolutionTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "f32[2,8,8,16] f32[3,3,16,32] f32[2,6,6,32] {size=3x3} b01f_01io->b01f | | convolution",
                "f32[2,8,8,16] f32[3,3,16,32] f32[2,8,8,32] {size=3x3 pad=1_1x1_1} b01f_01io->b01f | | convolution",
                "f32[1,9,9,3] f32[7,7,3,40] f32[1,5,5,40] {size=7x7 stride=2x2 pad=3_3x3_3} b01f_01io->b01f | | convolution",
                "f32[2,5,8,8] f32[6,5,3,3] f32[2,6,8,8] {size=3x3 pad=1_1x1_1} bf01_oi01->bf01 | | convolution",
                "f32[2,8,8,16] f32[1,1,16,33] f32[2,8,8,33] {size=1x1} b01f_01io->b01f | | convolution",
                "f32[3,20,8] f32[5,8,9] f32[3,16,9] {size=5} b0f_0io->b0f | | convolution",
                "f32[2,9,9,8] f32[3,3,8,9] f32[2,5,5,9] {size=3x3 rhs_dilate=2x2} b01f_01io->b01f | | convolution",
                "bf16[2,8,8,16] bf16[3,3,16,32] bf16[2,8,8,32] {size=3x3 pad=1_1x1_1} b01f_01io->b01f | | convolution",
                "f32[2,8,8,24] f32[3,3,1,24] f32[2,8,8,24] {size=3x3 pad=1_1x1_1} b01f_01io->b01f | feature_group_count=24 | convolution",
                "f32[2,8,8,24] f32[3,3,8,36] f32[2,8,8,36] {size=3x3 pad=1_1x1_1} b01f_01io->b01f | feature_group_count=3 | convolution",
                "f32[2,6,6,8] f32[3,3,9,8] f32[2,6,6,9] {size=3x3 pad=1_1x1_1 rhs_reversal=1x1} b01f_01oi->b01f | | deconvolution",
                "f32[2,6,6,8] f32[3,3,9,8] f32[2,12,12,9] {size=3x3 pad=1_2x1_2 lhs_dilate=2x2 rhs_reversal=1x1} b01f_01oi->b01f | | deconvolution",
                "f32[4,8,8,5] f32[4,8,8,6] f32[3,3,5,6] {size=8x8 pad=1_1x1_1} f01b_i01o->01bf | | backward",
                "f32[4,9,9,5] f32[4,4,4,6] f32[3,3,5,6] {size=4x4 rhs_dilate=2x2} f01b_i01o->01bf | | backward",
                "f32[4,10,10,5] f32[4,4,4,6] f32[3,3,5,6] {size=4x4 pad=0_-1x0_-1 rhs_dilate=2x2} f01b_i01o->01bf | | backward",
            })
    void agree(String convolution, String groups, String kind, Worker worker) {
        var kernel = new LibraryRun(worker)
                .kernels(ConvolutionKernelTests.module(convolution, groups == null ? "" : ", " + groups))
                .getLast();
        assertThat(kernel.engine()).contains("oneDNN ", kind);
        assertThat(kernel.remark()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "f32[2,6,6,8] f32[3,3,8,9] f32[2,13,13,9] {size=3x3 pad=2_2x2_2 lhs_dilate=2x2} b01f_01io->b01f | | it dilates an input for a reversed window only",
                "f64[2,8,8,16] f64[3,3,16,32] f64[2,8,8,32] {size=3x3 pad=1_1x1_1} b01f_01io->b01f | | it has no f64 on processors",
                "s32[2,8,8,16] s32[3,3,16,32] s32[2,8,8,32] {size=3x3 pad=1_1x1_1} b01f_01io->b01f | | it convolves no s32 by s32 to s32 here",
                "f32[16,8] f32[8,9] f32[16,9] {} bf_io->bf | | it takes 1 to 3 spatial dimensions, and this has 0",
                "f32[6,8,8,4] f32[3,3,4,12] f32[2,6,6,12] {size=3x3} b01f_01io->b01f | batch_group_count=3 | it knows groups of features, not of batches",
                "f32[2,9,9,8] f32[3,3,8,9] f32[2,6,6,9] {size=3x3 pad=0_-1x0_-1} b01f_01io->b01f | | it cuts nothing off, which negative padding does",
            })
    void areRefusedInASentence(String convolution, String groups, String reason, Worker worker) {
        var kernel = new LibraryRun(worker)
                .kernels(ConvolutionKernelTests.module(convolution, groups == null ? "" : ", " + groups))
                .getLast();
        assertThat(kernel.engine()).startsWith("LLVM, ");
        assertThat(kernel.remark()).startsWith("oneDNN does not take it: " + reason);
    }
}
