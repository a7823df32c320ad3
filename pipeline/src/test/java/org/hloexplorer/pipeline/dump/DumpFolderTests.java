package org.hloexplorer.pipeline.dump;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.hloexplorer.hlo.proto.HloProtoWriter;
import org.hloexplorer.hlo.reader.HloReader;
import org.hloexplorer.pipeline.PassEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists folders with files of all the names that XLA gives, written by hand. */
final class DumpFolderTests {
    private static final String MODULE = """
            HloModule jit_f, entry_computation_layout={(f32[8]{0})->f32[8]{0}}

            ENTRY %main (p: f32[8]) -> f32[8] {
              %p = f32[8]{0} parameter(0)
              %negate.1 = f32[8]{0} negate(%p)
              ROOT %exp.2 = f32[8]{0} exponential(%negate.1)
            }
            """;

    private static final String FUSED = """
            HloModule jit_f, entry_computation_layout={(f32[8]{0})->f32[8]{0}}

            %fused_computation (param_0: f32[8]) -> f32[8] {
              %param_0 = f32[8]{0} parameter(0)
              %negate.1 = f32[8]{0} negate(%param_0)
              ROOT %exp.2 = f32[8]{0} exponential(%negate.1)
            }

            ENTRY %main (p: f32[8]) -> f32[8] {
              %p = f32[8]{0} parameter(0)
              ROOT %loop_fusion = f32[8]{0} fusion(%p), kind=kLoop, calls=%fused_computation
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void aDumpOfTheGpuCompilerIsATimeline() throws IOException {
        write("module_0012.jit_f.before_optimizations.txt", MODULE);
        write("module_0012.jit_f.0000.spmd-partitioner.after_pipeline-start.before_spmd-simplify.txt", MODULE);
        write("module_0012.jit_f.after_spmd_partitioner.txt", MODULE);
        write("module_0012.jit_f.0001.optimization.after_pipeline-start.before_ragged_dot_rewriter.txt", MODULE);
        write("module_0012.jit_f.0002.fusion.after_priority-fusion.before_cse.txt", FUSED);
        write("module_0012.jit_f.sm_9.0_gpu_after_optimizations.txt", FUSED);
        write("module_0012.jit_f.sm_9.0_gpu_after_optimizations-buffer-assignment.txt", "BufferAssignment:\n");
        write("module_0012.jit_f.ptx", ".visible .entry loop_fusion()");
        write("module_0012.jit_f.gpu_target_config.pbtxt", "");
        write("module_0012.jit_f.priority_fusion_dump.txt", PROCESS);
        write("notes.md", "mine");

        var dump = DumpFolder.open(folder);
        assertThat(dump.unknown()).containsExactly(folder.resolve("notes.md"));
        var module = dump.programs().getFirst();
        assertThat(module.steps().stream().map(DumpStep::title))
                .containsExactly(
                        "before_optimizations",
                        "spmd-partitioner / pipeline-start",
                        "after_spmd_partitioner",
                        "optimization / pipeline-start",
                        "fusion / priority-fusion",
                        "sm_9.0_gpu_after_optimizations");

        var fusion = DumpTimeline.read(module).runs().get(3);
        assertThat(fusion.events().stream().map(PassEvent::toText))
                .containsExactly(
                        "did not fuse %negate.1 into %exp.2: XLA's cost model expects 3.00 µs fused and 2.00 µs apart "
                                + "[NOT_PROFITABLE]",
                        "did not fuse %p into %any consumer: the producer is not fusible [NOT_FUSIBLE]",
                        "fused %negate.1 into %exp.2: XLA's priority fusion made %loop_fusion of both");
        assertThat(fusion.events().getLast().instructions())
                .containsExactly(
                        fusion.before().entry().find("negate.1").orElseThrow().id(),
                        fusion.before().entry().find("exp.2").orElseThrow().id());
    }

    private static final String PROCESS = """
            fusion_steps {
              update_priority {
                producer_name: "negate.1"
                consumer_names: "exp.2"
                us_fused: 3
                us_unfused: 2
              }
            }
            fusion_steps { producer_ineligible { producer_name: "p" reason: "the producer is not fusible" } }
            fusion_steps {
              fusion {
                fusion_name: "loop_fusion"
                producer_name: "negate.1"
                consumer_name: "exp.2"
              }
            }
            hlo_module_before_fusion: "HloModule jit_f"
            """;

    @Test
    void severalModulesAndAllFormatsAreTold() throws IOException {
        var proto =
                HloProtoWriter.write(HloReader.readText("f", MODULE).orThrow()).content();
        Files.write(folder.resolve("1700000000000000.module_0001.jit_f.before_optimizations.hlo.pb"), proto);
        try (var out = new GZIPOutputStream(
                Files.newOutputStream(folder.resolve("module_0001.jit_f.cpu_after_optimizations.hlo.pb.gz")))) {
            out.write(proto);
        }
        write("module_0001.jit_f.cpu_after_optimizations.txt", FUSED);
        write("module_0002.before_optimizations.txt", MODULE);
        write("module_0002.0000.simplification.after_algsimp.before_dce.txt", FUSED);
        write("module_0003.jit_g.debug_options", "");

        var dump = DumpFolder.open(folder);
        assertThat(dump.programs().stream().map(DumpedModule::name)).containsExactly("jit_f", "module_0002");
        assertThat(dump.summary()).isEqualTo("2 modules in 4 steps, 1 files beside them");
        var run = DumpTimeline.read(dump.programs().getFirst());
        // Of one step in two formats the protocol buffer is read, which holds all constants.
        assertThat(run.output().instructionCount()).isEqualTo(3);
    }

    @Test
    void aFolderWithoutDumpedModulesIsNone() throws IOException {
        write("softmax.hlo", MODULE);
        write("module_0001.jit_f.debug_options", "");
        assertThat(DumpFolder.isDump(folder)).isFalse();
        write("module_0001.jit_f.before_optimizations.txt", MODULE);
        assertThat(DumpFolder.isDump(folder)).isTrue();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }
}
