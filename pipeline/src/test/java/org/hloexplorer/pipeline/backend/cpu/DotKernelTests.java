package org.hloexplorer.pipeline.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.backend.cpu.Ceiling.Kind;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Dots of all forms: tiled and not, with edges, batches, several contracted dimensions, of all types. */
@ExtendWith(SharedWorker.class)
final class DotKernelTests {

    static Stream<String> dots() {
        return Stream.of(
                "f32[128,96] f32[96,64] f32[128,64] lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                "f32[129,97] f32[97,65] f32[129,65] lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                "f32[97,129] f32[97,65] f32[129,65] lhs_contracting_dims={0}, rhs_contracting_dims={0}",
                "f32[129,97] f32[65,97] f32[129,65] lhs_contracting_dims={1}, rhs_contracting_dims={1}",
                "f32[97,129] f32[65,97] f32[129,65] lhs_contracting_dims={0}, rhs_contracting_dims={1}",
                "f32[300,200] f32[200,10] f32[300,10] lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                "f32[5,200] f32[200,1000] f32[5,1000] lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                "f32[8,128] f32[128,512] f32[8,512] lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                "f32[20,64] f32[64,96] f32[20,96] lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                "f32[5,3000] f32[3000,64] f32[5,64] lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                "f32[8,64] f32[512,64]{0,1} f32[8,512] lhs_contracting_dims={1}, rhs_contracting_dims={1}",
                "f64[6,64] f64[64,128] f64[6,128] lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                "f32[3,6,40] f32[3,40,64] f32[3,6,64] lhs_batch_dims={0}, lhs_contracting_dims={2},"
                        + " rhs_batch_dims={0}, rhs_contracting_dims={1}",
                "f32[1,200] f32[200,1000] f32[1,1000] lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                "f32[200] f32[200,100] f32[100] lhs_contracting_dims={0}, rhs_contracting_dims={0}",
                "f32[100,200] f32[200] f32[100] lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                "f32[200] f32[200] f32[] lhs_contracting_dims={0}, rhs_contracting_dims={0}",
                "f32[20] f32[30] f32[20,30] lhs_contracting_dims={}, rhs_contracting_dims={}",
                "f32[40,0] f32[0,50] f32[40,50] lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                "f32[4,30,40] f32[4,40,50] f32[4,30,50] lhs_batch_dims={0}, lhs_contracting_dims={2},"
                        + " rhs_batch_dims={0}, rhs_contracting_dims={1}",
                "f32[30,4,40] f32[40,50,4] f32[4,30,50] lhs_batch_dims={1}, lhs_contracting_dims={2},"
                        + " rhs_batch_dims={2}, rhs_contracting_dims={0}",
                "f32[6,7,8,9] f32[8,10,9] f32[6,7,10] lhs_contracting_dims={2,3}, rhs_contracting_dims={0,2}",
                "f32[6,70,8] f32[8,10,9] f32[6,70,10,9] lhs_contracting_dims={2}, rhs_contracting_dims={0}",
                "f32[129,97]{0,1} f32[97,65]{0,1} f32[129,65]{0,1} lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                "f32[70,3000] f32[3000,40] f32[70,40] lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                "f64[129,97] f64[97,65] f64[129,65] lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                "bf16[129,97] bf16[97,65] bf16[129,65] lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                "bf16[129,97] bf16[97,65] f32[129,65] lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                "f16[129,97] f16[97,65] f16[129,65] lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                "s8[129,97] s8[97,65] s32[129,65] lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                "s32[129,97] s32[97,65] s32[129,65] lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                "u64[29,97] u64[97,65] u64[29,65] lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                "bf16[3,97] bf16[97,5] bf16[3,5] lhs_contracting_dims={1}, rhs_contracting_dims={0}");
    }

    @ParameterizedTest
    @MethodSource("dots")
    void agree(String dot, Comparison comparison) {
        comparison.holds(module(dot));
    }

    static String module(String dot) {
        var parts = dot.split(" ", 4);
        return """
                HloModule dot
                ENTRY main {
                  a = %s parameter(0)
                  b = %s parameter(1)
                  ROOT r = %s dot(a, b), %s
                }
                """.formatted((Object[]) parts);
    }

    /** What the tiles are for. The bound is half of what is meant, as the machine that runs tests has other work. */
    @Test
    void aSquareDotReachesAQuarterOfThePeak(Worker worker) throws Exception {
        var module = HloParser.parseOrThrow(
                module("f32[512,512] f32[512,512] f32[512,512] lhs_contracting_dims={1}, rhs_contracting_dims={0}"));
        var peak = MachineCeilings.measure(worker, Limit.of(Duration.ofMinutes(1)))
                .find(Kind.FMA_F32_VECTOR, 1, "")
                .orElseThrow();
        try (var executable = new CpuBackend(worker).compile(module, new Cancellation())) {
            var profile = executable
                    .run(
                            GeneratedInputs.of(module, 1),
                            new RunOptions(50, 1, Duration.ofMinutes(1)),
                            new Cancellation())
                    .profile();
            double gflops = 2.0 * 512 * 512 * 512 / profile.whole().minNanos();
            assertThat(gflops).isGreaterThan(peak.value() / 4);
        }
    }
}
