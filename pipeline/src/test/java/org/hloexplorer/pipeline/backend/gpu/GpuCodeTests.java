package org.hloexplorer.pipeline.backend.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Code for GPUs, on a machine with or without one. */
final class GpuCodeTests {
    private static final Worker WORKER = new Worker();

    private static final String TANH = """
            HloModule tanhs
            ENTRY main {
              x = f32[1000] parameter(0)
              ROOT y = f32[1000] tanh(x)
            }
            """;

    private static final String DOT = """
            HloModule product
            ENTRY main {
              x = f32[100,200] parameter(0)
              y = f32[200,90] parameter(1)
              ROOT z = f32[100,90] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}
            }
            """;

    @AfterAll
    static void close() {
        WORKER.close();
    }

    private static String code(String module, String stage) throws BackendException {
        List<KernelDescription> kernels = GpuCode.of(HloParser.parseOrThrow(module), WORKER);
        return kernels.getFirst().code().stream()
                .filter(listing -> listing.stage().equals(stage))
                .findFirst()
                .orElseThrow()
                .text();
    }

    @Test
    void openClCopiesTilesToLocalMemoryBetweenBarriers() throws BackendException {
        assertThat(code(DOT, "OpenCL C"))
                .contains("local float packed_rows[", "local float packed_columns[", "barrier(CLK_LOCAL_MEM_FENCE);")
                .contains("get_group_id(0)", "get_local_id(0)", "fma(");
    }

    @Test
    void ptxIsForTheProcessorAndCarriesLinesOfHlo() throws BackendException {
        assertThat(code(TANH, "PTX (sm_80)")).contains(".target sm_80", ".visible .entry y_0", "ld.global", "// %y");
        assertThat(code(DOT, "PTX (sm_90)")).contains(".target sm_90", "bar.sync", "ld.shared", "fma.rn.f32");
    }

    private static String product(String left, String right, String result, int over) {
        return """
                HloModule product
                ENTRY main {
                  x = %s parameter(0)
                  y = %s parameter(1)
                  ROOT z = %s dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={%d}
                }
                """.formatted(left, right, result, over);
    }

    @Test
    void wholeTilesOfBf16AreMultipliedByMatrixInstructions() throws BackendException {
        for (var result : List.of("f32[128,192]", "bf16[128,192]")) {
            var module = product("bf16[128,80]", "bf16[80,192]", result, 0);

            assertThat(code(module, "PTX (sm_80)")).contains("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32");
            if (Ptxas.find().isPresent()) {
                assertThat(code(module, "resources"))
                        .contains(" 0 bytes spilled")
                        .doesNotContain("not assemble");
            }
        }
        assertThat(code(product("bf16[128,80]", "bf16[192,80]", "f32[128,192]", 1), "PTX (sm_90)"))
                .contains("mma.sync");
    }

    @Test
    void whatDoesNotFitThemIsMultipliedNumberByNumber() throws BackendException {
        assertThat(code(product("bf16[100,80]", "bf16[80,192]", "f32[100,192]", 0), "PTX (sm_80)"))
                .doesNotContain("mma.sync")
                .contains("fma.rn.f32");
        assertThat(code(product("f32[128,80]", "f32[80,192]", "f32[128,192]", 0), "PTX (sm_80)"))
                .doesNotContain("mma.sync");
        assertThat(code(product("bf16[128,80]", "bf16[80,192]", "f32[128,192]", 0), "OpenCL C"))
                .contains("fma(");
    }

    @Test
    void amdsAssemblyIsThereToRead() throws BackendException {
        assertThat(code(TANH, "AMDGPU assembly (gfx90a)")).contains("gfx90a", "global_load_dword", ".vgpr_count");
    }

    @Test
    void whatATargetHasNoFunctionForIsSaid() throws BackendException {
        var module = TANH.replace("f32", "f64");

        assertThat(code(module, "PTX (sm_80)"))
                .isEqualToIgnoringNewLines(
                        "// no code: tanh of f64 comes from the C library, which this target has not");
        assertThat(code(module, "OpenCL C")).contains("tanh(");
    }

    @Test
    void theAssemblerTakesItWithoutSpills() throws BackendException {
        assumeTrue(Ptxas.find().isPresent(), "skipped: " + Ptxas.MISSING);

        for (var module : List.of(TANH, DOT)) {
            assertThat(code(module, "resources"))
                    .contains("ptxas for sm_80: ", "ptxas for sm_90: ", " 0 bytes spilled")
                    .doesNotContain("not assemble");
        }
    }

    @Test
    void fusionsEstimateIsBesideWhatTheCodeTakes() throws BackendException {
        var rows = """
                HloModule rows
                add { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT c = f32[] add(a, b) }
                ENTRY main {
                  x = f32[64,4096] parameter(0)
                  zero = f32[] constant(0)
                  ROOT y = f32[64] reduce(x, zero), dimensions={1}, to_apply=add
                }
                """;

        assertThat(code(rows, "resources"))
                .contains("fusion's estimate: 128 bytes of shared memory", "our code: 1,024 bytes of shared memory");
    }

    @Test
    void registersSharedMemoryAndSpillsAreReadFromTheAssemblersWords() {
        var use = Ptxas.use("""
                ptxas info    : 0 bytes gmem
                ptxas info    : Compiling entry function 'y_0' for 'sm_80'
                ptxas info    : Function properties for y_0
                    0 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads
                ptxas info    : Used 40 registers, used 1 barriers, 8448 bytes smem, 376 bytes cmem[0]
                """);

        assertThat(use.registers()).isEqualTo(40);
        assertThat(use.shared()).isEqualTo(8448);
        assertThat(use.spilled()).isEqualTo(8);
    }

    @Test
    void occupancyIsLimitedByRegistersSharedMemoryAndGroups() {
        assertThat(GpuArchitecture.SM_80.warps(32, 0, 256)).isEqualTo(64);
        assertThat(GpuArchitecture.SM_80.warps(64, 0, 256)).isEqualTo(32);
        assertThat(GpuArchitecture.SM_80.warps(32, 48 << 10, 256)).isEqualTo(24);
        assertThat(GpuArchitecture.SM_90.warps(16, 0, 32)).isEqualTo(32);
    }
}
