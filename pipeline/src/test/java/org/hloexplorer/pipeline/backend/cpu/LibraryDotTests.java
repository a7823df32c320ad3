package org.hloexplorer.pipeline.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dots by oneDNN: values of all forms, which of them it takes, and why it does not take the others. */
@ExtendWith(SharedWorker.class)
final class LibraryDotTests {

    @ParameterizedTest
    @MethodSource("org.hloexplorer.pipeline.backend.cpu.DotKernelTests#dots")
    void agree(String dot, Worker worker) {
        assertThat(new LibraryRun(worker).kernels(DotKernelTests.module(dot)).getLast())
                .satisfies(kernel -> assertThat(kernel.engine().startsWith("oneDNN ") || kernel.remark() != null)
                        .as("%s says who computes it, or why not", kernel.engine())
                        .isTrue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "f32[129,97] f32[97,65] f32[129,65] lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                "f32[97,129] f32[65,97] f32[129,65] lhs_contracting_dims={0}, rhs_contracting_dims={1}",
                "f32[129,97]{0,1} f32[97,65]{0,1} f32[129,65]{0,1} lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                "f32[200] f32[200,100] f32[100] lhs_contracting_dims={0}, rhs_contracting_dims={0}",
                "f32[6,70,8] f32[8,10,9] f32[6,70,10,9] lhs_contracting_dims={2}, rhs_contracting_dims={0}",
                "f32[6,7,8,9] f32[8,9,10] f32[6,7,10] lhs_contracting_dims={2,3}, rhs_contracting_dims={0,1}",
                "f32[4,30,40] f32[4,40,50] f32[4,30,50] lhs_batch_dims={0}, lhs_contracting_dims={2},"
                        + " rhs_batch_dims={0}, rhs_contracting_dims={1}",
                "f32[2,30,4,16] f32[2,20,4,16] f32[2,4,30,20] lhs_batch_dims={0,2}, lhs_contracting_dims={3},"
                        + " rhs_batch_dims={0,2}, rhs_contracting_dims={3}"
            })
    void areTaken(String dot, Worker worker) {
        assertThat(new LibraryRun(worker).kernels(DotKernelTests.module(dot)).getLast())
                .satisfies(kernel -> assertThat(kernel.engine()).startsWith("oneDNN matmul, "))
                .satisfies(kernel -> assertThat(kernel.remark()).isNull());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "f64[6,64] f64[64,128] f64[6,128] lhs_contracting_dims={1}, rhs_contracting_dims={0}"
                        + "| it has no f64 on processors, only f32, bf16, f16 and integers of 8 bits",
                "s32[9,97] s32[97,65] s32[9,65] lhs_contracting_dims={1}, rhs_contracting_dims={0}"
                        + "| it multiplies no s32 by s32 to s32 on processors",
                "f32[4,0] f32[0,5] f32[4,5] lhs_contracting_dims={1}, rhs_contracting_dims={0}"
                        + "| an operand has no elements",
                "f32[6,7,8,9] f32[8,10,9] f32[6,7,10] lhs_contracting_dims={2,3}, rhs_contracting_dims={0,2}"
                        + "| the dimensions that it sums over do not lie in one line in both operands",
            })
    void areRefusedInASentence(String dot, String reason, Worker worker) {
        assertThat(new LibraryRun(worker).kernels(DotKernelTests.module(dot)).getLast())
                .satisfies(kernel -> assertThat(kernel.engine()).startsWith("LLVM, "))
                .satisfies(kernel -> assertThat(kernel.remark()).isEqualTo("oneDNN does not take it: %s.", reason));
    }

    @Test
    void whatOnlyItsReferenceLoopsComputeIsRefusedInItsOwnWords(Worker worker) {
        var kernel = new LibraryRun(worker)
                .kernels(DotKernelTests.module(
                        "f32[30,4,40] f32[40,50,4] f32[4,30,50] lhs_batch_dims={1}, lhs_contracting_dims={2},"
                                + " rhs_batch_dims={2}, rhs_contracting_dims={0}"))
                .getLast();
        assertThat(kernel.remark())
                .startsWith("oneDNN does not take it: it has only its slow reference implementation (ref")
                .contains("; it says brgemm_matmul: ");
    }

    @Test
    void showsImplementationAndVerboseLine(Worker worker) {
        var kernel = new LibraryRun(worker)
                .kernels(DotKernelTests.module(
                        "f32[64,96] f32[96,64] f32[64,64] lhs_contracting_dims={1}, rhs_contracting_dims={0}"))
                .getLast();
        assertThat(kernel.code()).hasSize(1);
        assertThat(kernel.code().getFirst().stage()).isEqualTo("oneDNN");
        assertThat(kernel.code().getFirst().text())
                .contains(
                        "implementation: ",
                        "its verbose line: onednn_verbose,v1,primitive,create:cache_",
                        ",cpu,matmul,")
                .contains("source:      f32[64, 96], strides [96, 1]")
                .contains("for %d threads".formatted(Runtime.getRuntime().availableProcessors()));
    }

    @Test
    void operandsThatAreOnlyWidenedAreReadAsTheyAre(Worker worker) {
        var kernels = new LibraryRun(worker).kernels("""
                HloModule widened
                ENTRY main {
                  a = bf16[33,64] parameter(0)
                  b = bf16[64,48] parameter(1)
                  wide.a = f32[33,64] convert(a)
                  wide.b = f32[64,48] convert(b)
                  ROOT r = f32[33,48] dot(wide.a, wide.b), lhs_contracting_dims={1}, rhs_contracting_dims={0}
                }
                """);
        assertThat(kernels).hasSize(1);
        assertThat(kernels.getFirst().remark()).isEqualTo("The operands are read as bf16: widening them is left out.");
    }
}
