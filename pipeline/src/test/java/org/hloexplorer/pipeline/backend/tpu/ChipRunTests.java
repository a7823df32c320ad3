package org.hloexplorer.pipeline.backend.tpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Map;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipPiece;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipRun;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipState;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipTask.Kind;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipUnit;
import org.hloexplorer.pipeline.backend.tpu.chip.InstructionCodec;
import org.hloexplorer.pipeline.backend.tpu.chip.TpuInstruction;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuChip;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs on all units of a chip. */
final class ChipRunTests {
    private static final TpuConfig V4 = TpuConfig.of(TpuChip.V4, TimingMode.DOUBLE_BUFFERED);

    private static final String LAYER = """
            HloModule layer
            ENTRY main {
              x = f32[1024,1024] parameter(0)
              w = f32[1024,1024] parameter(1)
              d = f32[1024,1024] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
              ROOT t = f32[1024,1024] tanh(d)
            }
            """;

    /** Two operands in, one result out, 4 MiB each; the product itself stays on the chip. */
    @Test
    void valuesInBetweenStayOnTheChip() throws BackendException {
        var run = chip(LAYER, V4);
        assertThat(run.bytes()).isEqualTo(Map.of(Kind.LOAD, 2L << 22, Kind.STORE, 1L << 22));
        assertThat(run.onChipPeak()).isEqualTo(1L << 22);
        assertThat(run.pieces().getFirst().occupancy())
                .extracting(ChipPiece.Occupancy::bytes)
                .startsWith(0L, 1L << 22);
        long memory = run.pieces().stream()
                .mapToLong(piece -> piece.work(ChipUnit.MEMORY_DMA))
                .sum();
        assertThat((double) (3 << 22) / memory).as("bytes per cycle").isBetween(1160.0, 1170.0);
        // A register of 1024 words per operation, 2 cores of 2 ALUs each.
        assertThat(run.states().get(ChipUnit.VECTOR_UNIT)).containsEntry(ChipState.WORKING, 1024L / 4);
        assertThat(run.agrees()).isTrue();
        assertThat(run.cycles()).isLessThan(run.atMost());
    }

    @ParameterizedTest
    @EnumSource(TimingMode.class)
    void weightsThatStreamAreNotLoadedTwice(TimingMode timing) throws BackendException {
        var run = chip(LAYER, V4.with(timing));
        assertThat(run.bytes()).containsEntry(Kind.LOAD, (timing == TimingMode.FIFO ? 1L : 2L) << 22);
        assertThat(run.agrees()).isTrue();
    }

    /** The 8x8 array has 1 MiB: a result of 4 MiB goes to memory and comes back. */
    @Test
    void valuesWithoutRoomGoToMemoryAndComeBack() throws BackendException {
        var run = chip("""
                HloModule m
                ENTRY main {
                  x = f32[1024,1024] parameter(0)
                  a = f32[1024,1024] negate(x)
                  ROOT t = f32[1024,1024] tanh(a)
                }
                """, TpuConfig.standard());
        assertThat(run.bytes()).isEqualTo(Map.of(Kind.LOAD, 2L << 22, Kind.STORE, 2L << 22));
        assertThat(run.pieces()).hasSize(1);
        assertThat(run.onChipPeak()).isZero();
    }

    @Test
    void fusionsReadTheirOperandsOnce() throws BackendException {
        var run = chip("""
                HloModule m
                fused {
                  a = f32[64,128] parameter(0)
                  b = f32[128] parameter(1)
                  bb = f32[64,128] broadcast(b), dimensions={1}
                  s = f32[64,128] add(a, bb)
                  ROOT t = f32[64,128] multiply(s, s)
                }
                ENTRY main {
                  x = f32[64,128] parameter(0)
                  y = f32[128] parameter(1)
                  ROOT f = f32[64,128] fusion(x, y), kind=kLoop, calls=fused
                }
                """, V4);
        assertThat(run.bytes()).isEqualTo(Map.of(Kind.LOAD, 64 * 128 * 4L + 512, Kind.STORE, 64 * 128 * 4L));
        // 8 registers, an addition and a multiplication each; broadcasting happens on the way.
        assertThat(run.states().get(ChipUnit.VECTOR_UNIT)).containsEntry(ChipState.WORKING, 2 * 8 / 4L);
    }

    @Test
    void loopsCountTheirIterations() throws BackendException {
        var run = chip("""
                HloModule loop
                body {
                  p = (s32[], f32[256,256]) parameter(0)
                  i = s32[] get-tuple-element(p), index=0
                  x = f32[256,256] get-tuple-element(p), index=1
                  one = s32[] constant(1)
                  next = s32[] add(i, one)
                  y = f32[256,256] dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}
                  ROOT r = (s32[], f32[256,256]) tuple(next, y)
                }
                condition {
                  p = (s32[], f32[256,256]) parameter(0)
                  i = s32[] get-tuple-element(p), index=0
                  five = s32[] constant(5)
                  ROOT c = pred[] compare(i, five), direction=LT
                }
                ENTRY main {
                  x = f32[256,256] parameter(0)
                  n = f32[256,256] negate(x)
                  zero = s32[] constant(0)
                  t = (s32[], f32[256,256]) tuple(zero, n)
                  l = (s32[], f32[256,256]) while(t), condition=condition, body=body
                  y = f32[256,256] get-tuple-element(l), index=1
                  ROOT z = f32[256,256] abs(y)
                }
                """, V4);
        assertThat(run.pieces())
                .extracting(piece -> piece.computation() + " " + piece.times())
                .containsExactly("main 1", "condition 6", "body 5", "main 1");
        assertThat(run.agrees()).isTrue();
    }

    @Test
    void whatNothingNeedsCostsNothing() throws BackendException {
        var run = chip("""
                HloModule m
                ENTRY main {
                  x = f32[64,128] parameter(0)
                  n = f32[64,128] negate(x)
                  k = f32[64,128] custom-call(n), custom_call_target="somewhere"
                  ROOT a = f32[64,128] abs(x)
                }
                """, V4);
        assertThat(run.bytes().keySet()).doesNotContain(Kind.WRITE_HOST);
        assertThat(run.agrees()).isTrue();
    }

    @Test
    void instructionsCanBeReadBack() throws BackendException {
        var simulation = simulation(LAYER, V4);
        var stream = simulation.instructions().orElseThrow();
        var all = new ArrayList<TpuInstruction>();
        simulation.onChip().orElseThrow().pieces().forEach(piece -> stream.forEach(piece, all::add));
        assertThat(all)
                .hasAtLeastOneElementOfType(TpuInstruction.ReadMemory.class)
                .hasAtLeastOneElementOfType(TpuInstruction.WriteMemory.class)
                .hasAtLeastOneElementOfType(TpuInstruction.VectorOperation.class)
                .hasAtLeastOneElementOfType(TpuInstruction.Sync.class)
                .allSatisfy(each -> assertThat(InstructionCodec.decode(ByteBuffer.wrap(InstructionCodec.encode(each))))
                        .isEqualTo(each));
        var plan = simulation.matMuls().getFirst().simulation().plans().getFirst();
        assertThat(all)
                .filteredOn(each -> each instanceof TpuInstruction.MatrixMultiply)
                .hasSize(plan.folds());
        assertThat(all)
                .filteredOn(each -> each instanceof TpuInstruction.Activate)
                .hasSize(plan.columnCount());
    }

    @Test
    void chipsWithoutAClockSayWhy() throws BackendException {
        var simulation = simulation(LAYER, TpuConfig.of(TpuChip.V7X, TimingMode.DOUBLE_BUFFERED));
        assertThat(simulation.onChip()).isEmpty();
        assertThat(simulation.whyNotOnChip()).contains("no clock is published for v7x");
        assertThat(simulation.agrees()).isTrue();
    }

    private static ChipRun chip(String text, TpuConfig config) throws BackendException {
        return simulation(text, config).onChip().orElseThrow();
    }

    private static TpuSimulation simulation(String text, TpuConfig config) throws BackendException {
        var module = HloParser.parseOrThrow(text);
        try (var executable = new TpuBackend(config).compile(module, new Cancellation())) {
            executable.run(GeneratedInputs.of(module, 1), RunOptions.ONCE, new Cancellation());
            return executable.simulation().orElseThrow();
        }
    }

    /** Cycles of the units never overlap with themselves. */
    @Test
    void unitsDoOneTaskAtATime() throws BackendException {
        for (var piece : chip(LAYER, V4).pieces()) {
            for (var unit : ChipUnit.values()) {
                long now = 0;
                for (var interval : piece.schedule().intervals(unit)) {
                    assertThat(interval.from()).isEqualTo(now);
                    now = interval.to();
                }
                assertThat(now).isEqualTo(piece.schedule().cycles());
            }
        }
    }
}
