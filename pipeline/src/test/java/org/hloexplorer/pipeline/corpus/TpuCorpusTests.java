package org.hloexplorer.pipeline.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.EvaluationOptions;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.backend.tpu.MatMulRun;
import org.hloexplorer.pipeline.backend.tpu.TpuBackend;
import org.hloexplorer.pipeline.backend.tpu.TpuExecutable;
import org.hloexplorer.pipeline.backend.tpu.TpuSimulation;
import org.hloexplorer.pipeline.backend.tpu.simulator.ConvolutionMethod;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuChip;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.ObjectMapper;

/** Each program on the simulated chip that the corpus was compiled for by XLA's TPU compiler. */
@Tag("corpus")
final class TpuCorpusTests {
    private static final TpuConfig V5E = TpuConfig.of(TpuChip.V5E, TimingMode.DOUBLE_BUFFERED);

    /** Larger programs run as they are: the pipeline's fusions would multiply their instructions. */
    private static final int OPTIMISED_INSTRUCTIONS = 20_000;

    private static final RunOptions PATIENTLY = new RunOptions(1, 1, Duration.ofMinutes(20));

    private final List<String> faults = new ArrayList<>();

    @Test
    void totalsAddUpAndValuesAgree() throws IOException {
        var table = new Table(
                "program", "products", "on the arrays", "program", "XLA's estimate", "ours / XLA's", "compared", "s");
        for (var program : Corpus.orSkip().programs()) {
            long start = System.nanoTime();
            var input = program.input();
            var row = run(program.name(), input);
            var seconds = String.format(Locale.ROOT, "%.1f", (System.nanoTime() - start) / 1e9);
            var estimate = estimate(program);
            table.row(
                    program.name(),
                    row.products,
                    "%,d".formatted(row.arrayCycles),
                    "%,d".formatted(row.programCycles),
                    text(estimate),
                    estimate.isPresent() && estimate.getAsLong() > 0
                            ? String.format(Locale.ROOT, "%.2f", (double) row.programCycles / estimate.getAsLong())
                            : "",
                    row.compared,
                    seconds);
            table.write(
                    "tpu.md",
                    "Cycles of each program on a simulated v5e, double-buffered, beside what XLA's TPU compiler estimates:");
        }
        assertThat(faults).isEmpty();
    }

    private record Row(int products, long arrayCycles, long programCycles, String compared) {}

    private Row run(String name, HloModule input) {
        var compiled = input.instructionCount() > OPTIMISED_INSTRUCTIONS
                ? input
                : new PassRunner(Passes.REGISTRY, ModuleCheck.NONE)
                        .run(input, PipelineSettings.of(Pipelines.named("tpu").orElseThrow()))
                        .output();
        try (var executable = new TpuBackend(V5E).compile(compiled, new Cancellation())) {
            var arguments = GeneratedInputs.of(input, 1);
            var output =
                    executable.run(arguments, PATIENTLY, new Cancellation()).output();
            var simulation = executable.simulation().orElseThrow();
            check(name, simulation);
            return new Row(
                    simulation.matMuls().size(),
                    simulation.cycles(),
                    simulation.onChip().orElseThrow().cycles(),
                    compare(name, executable, compiled, arguments, output));
        } catch (BackendException e) {
            faults.add(name + ": " + e.getMessage());
            return new Row(0, 0, 0, "cannot be run: " + e.getMessage());
        }
    }

    /** Totals equal their closed forms, lie between their bounds, and every unit's states add up to them. */
    private void check(String name, TpuSimulation simulation) {
        if (!simulation.agrees()) {
            faults.add("%s: totals do not agree".formatted(name));
        }
        for (var states : simulation.states().entrySet()) {
            if (sum(states.getValue()) != simulation.cycles()) {
                faults.add("%s: states of %s add up to %d, not to %d"
                        .formatted(name, states.getKey(), sum(states.getValue()), simulation.cycles()));
            }
        }
        simulation.matMuls().stream()
                .filter(run -> run.checked().stream().anyMatch(check -> !check.withinBound()))
                .map(MatMulRun::name)
                .forEach(run -> faults.add("%s: %s leaves its bound".formatted(name, run)));
        simulation.elsewhere().stream()
                .filter(each -> each.opcode().equals("dot") || each.opcode().equals("convolution"))
                .forEach(each -> System.out.println(name + ": " + each.name() + " " + each.reason()));
    }

    private static long sum(Map<?, Long> states) {
        return states.values().stream().mapToLong(Long::longValue).sum();
    }

    private String compare(
            String name, TpuExecutable executable, HloModule module, List<Literal> arguments, Literal output) {
        var expected = executable.reference(EvaluationOptions.standard()).evaluate(module, arguments);
        var comparison = LiteralComparison.of(output, expected, executable::tolerance);
        if (!comparison.agrees()) {
            faults.add("%s: %s".formatted(name, comparison.toText()));
            return "DIFFERS";
        }
        return String.format(Locale.ROOT, "agrees, %.1e", comparison.maxAbsolute());
    }

    private static OptionalLong estimate(Corpus.Program program) throws IOException {
        var file = program.folder().resolve("meta.json");
        if (!Files.exists(file)) {
            return OptionalLong.empty();
        }
        var sum = new ObjectMapper()
                .readTree(file)
                .path("surveys")
                .path("tpu_after")
                .path("estimated_cycles")
                .path("sum");
        return sum.isNumber() ? OptionalLong.of(sum.asLong()) : OptionalLong.empty();
    }

    private static String text(OptionalLong value) {
        return value.isPresent() ? "%,d".formatted(value.getAsLong()) : "none";
    }

    /** The programs' convolutions, position by position of the window. */
    @Test
    void convolutionsAgreeTapByTapToo() {
        var config = V5E.with(ConvolutionMethod.TAPS);
        int convolutions = 0;
        for (var program : Corpus.orSkip().programs()) {
            var input = program.input();
            boolean hasAny = input.computations().stream()
                    .flatMap(each -> each.instructions().stream())
                    .anyMatch(each -> each.op().mnemonic().equals("convolution"));
            if (hasAny) {
                try (var executable = new TpuBackend(config).compile(input, new Cancellation())) {
                    var arguments = GeneratedInputs.of(input, 1);
                    var output = executable
                            .run(arguments, PATIENTLY, new Cancellation())
                            .output();
                    var simulation = executable.simulation().orElseThrow();
                    check(program.name(), simulation);
                    compare(program.name(), executable, input, arguments, output);
                    convolutions += (int) simulation.matMuls().stream()
                            .filter(run -> run.simulation().gemm().taps() > 1)
                            .count();
                } catch (BackendException e) {
                    faults.add(program.name() + ": " + e.getMessage());
                }
            }
        }
        assertThat(convolutions).isPositive();
        assertThat(faults).isEmpty();
    }
}
