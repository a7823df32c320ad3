package org.hloexplorer.pipeline.backend.tpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipMoment;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipState;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipTask.Kind;
import org.hloexplorer.pipeline.backend.tpu.chip.ChipUnit;
import org.hloexplorer.pipeline.backend.tpu.chip.MemoryUse;
import org.hloexplorer.pipeline.backend.tpu.chip.TpuInstruction;
import org.hloexplorer.pipeline.backend.tpu.simulator.ConvolutionMethod;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuChip;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The cycles of products within the run of the program, its instructions, and the elements they work on. */
final class ProgramClockTests {
    private static final TpuConfig V4 = TpuConfig.of(TpuChip.V4, TimingMode.DOUBLE_BUFFERED);

    private static final HloModule TWO_PRODUCTS = HloParser.parseOrThrow("""
            HloModule two
            fused {
              a = f32[640,512] parameter(0)
              b = f32[512,256] parameter(1)
              d = f32[640,256] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}
              ROOT t = f32[640,256] tanh(d)
            }
            ENTRY main {
              x = f32[640,512] parameter(0)
              w = f32[512,256] parameter(1)
              v = f32[256,2048] parameter(2)
              f = f32[640,256] fusion(x, w), kind=kOutput, calls=fused
              ROOT e = f32[640,2048] dot(f, v), lhs_contracting_dims={1}, rhs_contracting_dims={0}
            }
            """);

    @ParameterizedTest
    @EnumSource(TimingMode.class)
    void everyCycleOfAProductIsACycleOfTheProgram(TimingMode timing) throws BackendException {
        var simulation = simulation(TWO_PRODUCTS, V4.with(timing));
        var clock = ProgramClock.of(simulation).orElseThrow();
        assertThat(simulation.matMuls()).hasSize(2);
        for (var run : simulation.matMuls()) {
            long last = -1;
            for (long cycle = 0; cycle < run.simulation().cycles(); cycle++) {
                var moment = clock.moment(run, cycle).orElseThrow();
                assertThat(moment.cycle()).isGreaterThan(last);
                last = moment.cycle();
                assertThat(moment.of(ChipUnit.MATRIX_UNITS).state()).isEqualTo(ChipState.WORKING);
                assertThat(clock.product(moment)).contains(new ProgramClock.ProductMoment(run, cycle));
            }
        }
        var fused = clock.place(simulation.matMuls().getFirst()).orElseThrow();
        assertThat(fused.instruction())
                .isEqualTo(TWO_PRODUCTS.entry().find("f").orElseThrow().id());
    }

    @Test
    void transfersMoveWhatTheyAreSaidToMove() throws BackendException {
        var simulation = simulation(TWO_PRODUCTS, V4);
        for (var piece : simulation.onChip().orElseThrow().pieces()) {
            var use = MemoryUse.of(piece);
            double loaded = 0;
            long most = 0;
            for (long cycle = 0; cycle < piece.schedule().cycles(); cycle++) {
                var moment = new ChipMoment(piece, cycle);
                loaded += moment.bytesPerCycle(Kind.LOAD).orElse(0);
                most = Math.max(most, use.held(cycle) + use.inBuffers(cycle));
                assertThat(use.inBuffers(cycle)).isNotNegative();
            }
            assertThat(loaded)
                    .isCloseTo(
                            simulation.onChip().orElseThrow().bytes().getOrDefault(Kind.LOAD, 0L),
                            withinPercentage(1e-6));
            assertThat(most)
                    .isPositive()
                    .isLessThanOrEqualTo(
                            simulation.onChip().orElseThrow().model().onChipBytes());
            assertThat(use.inBuffers(piece.schedule().cycles())).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(TimingMode.class)
    void instructionsFollowTheCycles(TimingMode timing) throws BackendException {
        var simulation = simulation(TWO_PRODUCTS, TpuConfig.array(32, 32, timing));
        var piece = simulation.onChip().orElseThrow().pieces().getFirst();
        var listing = simulation.instructions().orElseThrow().listing(piece);
        var clock = ProgramClock.of(simulation).orElseThrow();
        for (var run : simulation.matMuls()) {
            var schedule = run.simulation().schedule(0);
            for (int tile = 0; tile < schedule.folds(); tile += 7) {
                var at = clock.moment(run, schedule.start(tile)).orElseThrow().cycle();
                var found = listing.get(listing.indexAt(at));
                assertThat(found.instruction()).isInstanceOf(TpuInstruction.MatrixMultiply.class);
                assertThat(found.tile()).as("tile of %s", run).isEqualTo(tile);
                assertThat(found.isUnderWay(at)).isTrue();
                assertThat(found.from()).isEqualTo(at);
            }
        }
        var tiles = new ArrayList<Integer>();
        listing.stream()
                .filter(each -> each.instruction() instanceof TpuInstruction.MatrixMultiply)
                .forEach(each -> tiles.add(each.tile()));
        long folds = simulation.matMuls().stream()
                .mapToLong(run -> run.simulation().plans().getFirst().folds())
                .sum();
        assertThat(tiles).hasSize((int) folds);
        assertThat(listing.get(0).from()).isZero();
        assertThat(listing.indexAt(-1)).isEqualTo(-1);
    }

    /** The account of the critical path, kind by kind, is the total. */
    @ParameterizedTest
    @EnumSource(TpuChip.class)
    void theChainThatDecidesAddsUpToTheTotal(TpuChip chip) throws BackendException {
        var simulation = simulation(TWO_PRODUCTS, TpuConfig.of(chip, TimingMode.DOUBLE_BUFFERED));
        simulation.onChip().ifPresent(run -> {
            var path = run.criticalPath();
            assertThat(path.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(run.cycles());
            assertThat(path).containsKey(Kind.LOAD).containsKey(Kind.STORE);
            assertThat(run.agrees()).isTrue();
        });
    }

    @Test
    void elementsOfADotAreThoseThatWereMultiplied() throws BackendException {
        var module = HloParser.parseOrThrow("""
                HloModule m
                ENTRY main {
                  q = f32[3,5,2,7] parameter(0)
                  r = f32[4,7,2,3] parameter(1)
                  ROOT d = f32[2,3,5,4] dot(q, r), lhs_batch_dims={2,0}, rhs_batch_dims={2,3}, lhs_contracting_dims={3}, rhs_contracting_dims={1}
                }
                """);
        assertThatElementsHold(module, TpuConfig.standard(), "q", "r", "d");
    }

    @ParameterizedTest
    @EnumSource(ConvolutionMethod.class)
    void elementsOfAConvolutionAreThoseThatTheWindowSees(ConvolutionMethod method) throws BackendException {
        var module = HloParser.parseOrThrow("""
                HloModule m
                ENTRY main {
                  i = f32[2,6,5,4] parameter(0)
                  k = f32[3,2,2,6] parameter(1)
                  ROOT c = f32[2,6,4,6] convolution(i, k), window={size=3x2 pad=1_1x0_0 rhs_reversal=1x0}, dim_labels=b01f_01io->b01f, feature_group_count=2
                }
                """);
        assertThatElementsHold(module, TpuConfig.standard().with(method), "i", "k", "c");
    }

    private static void assertThatElementsHold(HloModule module, TpuConfig config, String x, String w, String y)
            throws BackendException {
        var arguments = GeneratedInputs.of(module, 1);
        try (var executable = new TpuBackend(config).compile(module, new Cancellation())) {
            var output = executable
                    .run(arguments, RunOptions.ONCE, new Cancellation())
                    .output();
            var run = executable.simulation().orElseThrow().matMuls().getFirst();
            var gemm = run.simulation().gemm();
            var data = run.simulation().data().orElseThrow();
            var values = Map.of(x, arguments.getFirst(), w, arguments.getLast(), y, output);
            for (int batch = 0; batch < gemm.batch(); batch++) {
                for (int k = 0; k < gemm.k(); k++) {
                    for (int m = 0; m < gemm.m(); m++) {
                        float expected = config.operandType()
                                .round(value(values, run.elements().x(batch, m, k)));
                        assertThat(data.x(batch, m, k)).isEqualTo(expected);
                    }
                    for (int n = 0; n < gemm.n(); n++) {
                        float expected = config.operandType()
                                .round(value(values, run.elements().w(batch, k, n)));
                        assertThat(data.w(batch, k, n)).isEqualTo(expected);
                    }
                }
                for (int n = 0; n < gemm.n(); n++) {
                    double sum = 0;
                    for (int k = 0; k < gemm.k(); k++) {
                        sum += (double) data.x(batch, 1, k) * data.w(batch, k, n);
                    }
                    assertThat((double) value(values, run.elements().y(batch, 1, n)))
                            .isCloseTo(sum, within(1e-5));
                }
            }
        }
    }

    /** The value of an element as it is written; padding is 0. */
    private static float value(Map<String, Literal> values, String element) {
        if (element.equals(HloElements.PADDING)) {
            return 0;
        }
        int bracket = element.indexOf('[');
        var literal = Objects.requireNonNull(values.get(element.substring(0, bracket)), element);
        long at = 0;
        var index = List.of(element.substring(bracket + 1, element.length() - 1).split(",", -1));
        var shape = literal.shape().asArray();
        for (int d = 0; d < shape.rank(); d++) {
            at = at * shape.dimension(d) + Long.parseLong(index.get(d));
        }
        return (float) literal.doubleAt(at);
    }

    private static TpuSimulation simulation(HloModule module, TpuConfig config) throws BackendException {
        try (var executable = new TpuBackend(config).compile(module, new Cancellation())) {
            executable.run(GeneratedInputs.of(module, 1), RunOptions.ONCE, new Cancellation());
            return executable.simulation().orElseThrow();
        }
    }
}
