package org.hloexplorer.pipeline.backend.cpu;

import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Operations that move elements, one kernel each, in every layout that changes what they do. */
@ExtendWith(SharedWorker.class)
final class MovementKernelTests {

    static Stream<String> programs() {
        return Stream.of(
                "ROOT r = f32[5,7,3] broadcast(p0), dimensions={1} | f32[7]",
                "ROOT r = f32[5,7,3] broadcast(p0), dimensions={} | f32[]",
                "ROOT r = f32[7,5] broadcast(p0), dimensions={1,0} | f32[5,7]",
                "ROOT r = f32[6,4] reshape(p0) | f32[2,3,4]",
                "ROOT r = f32[3,8] reshape(p0) | f32[2,3,4]",
                "ROOT r = f32[1,24,1] reshape(p0) | f32[2,3,4]",
                "ROOT r = f32[] reshape(p0) | f32[1,1]",
                "ROOT r = f32[4,2,3] transpose(p0), dimensions={2,0,1} | f32[2,3,4]",
                "ROOT r = f32[40,30] transpose(p0), dimensions={1,0} | f32[30,40]",
                "ROOT r = bf16[40,30] transpose(p0), dimensions={1,0} | bf16[30,40]",
                "ROOT r = f32[2,3,4] reverse(p0), dimensions={0,2} | f32[2,3,4]",
                "ROOT r = f32[2,3] slice(p0), slice={[1:9:4], [2:5]} | f32[10,6]",
                "ROOT r = u8[7,4] bitcast-convert(p0) | f32[7]",
                "ROOT r = f32[7] bitcast-convert(p0) | s8[7,4]",
                "ROOT r = u64[3,40] bitcast-convert(p0) | u16[3,40,4]",
                "b = bf16[9,4] bitcast-convert(p0)\n  ROOT r = s64[9] bitcast-convert(b) | f64[9]",
                "ROOT r = s32[17,9] iota(), iota_dimension=1 |",
                "ROOT r = bf16[600] iota(), iota_dimension=0 |",
                "ROOT r = u8[300] iota(), iota_dimension=0 |",
                "ROOT r = f32[4,12] concatenate(p0, p1, p2), dimensions={1} | f32[4,5] f32[4,1] f32[4,6]",
                "ROOT r = f32[9,3] concatenate(p0, p1), dimensions={0} | f32[4,3] f32[5,3]",
                "ROOT r = f32[9,12] pad(p0, p1), padding=1_2x3_3 | f32[6,6] f32[]",
                "ROOT r = f32[3,12] pad(p0, p1), padding=-1_-2x3_3 | f32[6,6] f32[]",
                "ROOT r = f32[14,6] pad(p0, p1), padding=1_2_1x0_0 | f32[6,6] f32[]",
                "ROOT r = f32[10,6] pad(p0, p1), padding=-1_0_1x0_0 | f32[6,6] f32[]",
                "ROOT r = f32[2,3] dynamic-slice(p0, p1, p2), dynamic_slice_sizes={2,3} | f32[9,9] s32[] s32[]",
                "ROOT r = f32[2,3] dynamic-slice(p0, p1, p2), dynamic_slice_sizes={2,3} | f32[9,9] u64[] s8[]",
                "ROOT r = f32[9,9] dynamic-update-slice(p0, p1, p2, p3) | f32[9,9] f32[2,3] s32[] s32[]",
                "ROOT r = f32[4,6] gather(p0, p1), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0},"
                        + " index_vector_dim=1, slice_sizes={1,6} | f32[7,6] s32[4]",
                "ROOT r = f32[2,3,2,6] gather(p0, p1), offset_dims={2,3}, collapsed_slice_dims={},"
                        + " start_index_map={0}, index_vector_dim=2, slice_sizes={2,6} | f32[7,6] s32[2,3]",
                "ROOT r = f32[5] gather(p0, p1), offset_dims={}, collapsed_slice_dims={0,1}, start_index_map={1,0},"
                        + " index_vector_dim=1, slice_sizes={1,1} | f32[7,6] s64[5,2]",
                "ROOT r = f32[4,3] gather(p0, p1), offset_dims={1}, collapsed_slice_dims={}, start_index_map={1},"
                        + " operand_batching_dims={0}, start_indices_batching_dims={0}, index_vector_dim=1,"
                        + " slice_sizes={1,3} | f32[4,6] s32[4]",
                "n = f32[3,4] negate(p0)\n  ROOT r = f32[3,4] copy(n) | f32[3,4]",
                "ROOT r = f32[30,40]{0,1} copy(p0) | f32[30,40]",
                "t = f32[40,30]{0,1} transpose(p0), dimensions={1,0}\n  ROOT r = f32[40,30]{1,0} copy(t) | f32[30,40]",
                "t = f32[3,4]{0,1} bitcast(p0)\n  ROOT r = f32[3,4]{0,1} negate(t) | f32[4,3]",
                "t = f32[3,4]{0,1} bitcast(p0)\n  ROOT r = f32[12] reshape(t) | f32[4,3]",
                "ROOT r = f32[3,4]{0,1} negate(p0) | f32[3,4]{0,1}",
                "ROOT r = f32[3,4,5]{1,2,0} add(p0, p1) | f32[3,4,5]{0,1,2} f32[3,4,5]{2,1,0}",
                "ROOT r = f32[5,0] negate(p0) | f32[5,0]",
                "ROOT r = f32[2,3] map(p0, p1), dimensions={0,1}, to_apply=f | f32[2,3] f32[2,3]",
                "b = (f32[3], s32[]) tuple(p0, p1)\n  o = (f32[3], s32[]) opt-barrier(b)\n"
                        + "  x = f32[3] get-tuple-element(o), index=0\n  ROOT r = f32[3] negate(x) | f32[3] s32[]");
    }

    @ParameterizedTest
    @MethodSource("programs")
    void agree(String program, Comparison comparison) {
        var parts = program.split(" ?\\|", -1);
        var shapes = parts[1].isBlank() ? new String[0] : parts[1].strip().split(" ");
        var text = new StringBuilder("HloModule movement\n");
        text.append("f {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT m = f32[] multiply(a, b)\n}\n");
        text.append("ENTRY main {\n");
        for (int i = 0; i < shapes.length; i++) {
            text.append("  p%d = %s parameter(%d)\n".formatted(i, shapes[i], i));
        }
        comparison.holds(text.append("  ").append(parts[0]).append("\n}\n").toString());
    }
}
