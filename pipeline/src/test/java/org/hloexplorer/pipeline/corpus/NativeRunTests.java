package org.hloexplorer.pipeline.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.hlo.eval.Tolerance;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.Executable;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.backend.cpu.CpuBackend;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Each program natively, as it comes and as the pipelines leave it, on one thread and on two: without the reference
 * evaluator, with the same bits each time, and with the results that XLA was seen to give, where those are known.
 *
 * <p>{@code expected/NAME.json} beside the programs holds, for each array of the result, its sum, the sum of its
 * magnitudes and its first elements.
 */
@Tag("corpus")
final class NativeRunTests {
    private static final Duration LONG = Duration.ofMinutes(5);

    /** Programs with more instructions take minutes to compile, and are run as one pipeline leaves them only. */
    private static final int MOST_INSTRUCTIONS = 10_000;

    /** Written for one of several devices, whose collectives only the reference simulates. */
    private static final Set<String> OF_SEVERAL_DEVICES = Set.of("ring_scatter_exchange");

    private final List<String> faults = new ArrayList<>();
    private final Table table =
            new Table("program", "pipeline", "kernels", "compile ms", "1 thread ms", "2 threads ms");

    @Test
    void needNoReferenceAndAgreeWithXla() throws IOException {
        var corpus = Corpus.orSkip();
        try (var worker = new Worker()) {
            for (var program : corpus.programs()) {
                if (OF_SEVERAL_DEVICES.contains(program.name())) {
                    continue;
                }
                var expected = expected(corpus, program);
                var input = program.input();
                var isLarge = size(input) > MOST_INSTRUCTIONS;
                if (!isLarge) {
                    run(worker, program.name(), "none", input, expected);
                }
                for (var pipeline : isLarge ? List.of(Pipelines.CPU) : List.of(Pipelines.CPU, Pipelines.STRICT)) {
                    var output = new PassRunner(Passes.REGISTRY, ModuleCheck.NONE)
                            .run(input, PipelineSettings.of(pipeline))
                            .output();
                    run(worker, program.name(), pipeline.name(), output, expected);
                }
            }
        }
        table.write("native.md", "Each program natively:");
        assertThat(faults).isEmpty();
    }

    private static Optional<JsonNode> expected(Corpus corpus, Corpus.Program program) {
        Path file = corpus.root().resolve("expected").resolve(program.name() + ".json");
        return Files.exists(file)
                ? Optional.of(new ObjectMapper().readTree(file).path("xla_cpu"))
                : Optional.empty();
    }

    private static int size(HloModule module) {
        return module.computations().stream()
                .mapToInt(computation -> computation.instructions().size())
                .sum();
    }

    private void run(Worker worker, String program, String pipeline, HloModule module, Optional<JsonNode> expected) {
        var place = "%s, pipeline %s".formatted(program, pipeline);
        try (var executable = new CpuBackend(worker).compile(module, new Cancellation())) {
            executable.kernels().stream()
                    .map(KernelDescription::fallback)
                    .filter(reason -> reason != null)
                    .forEach(reason -> faults.add("%s falls back: %s".formatted(place, reason)));
            var arguments = GeneratedInputs.of(module, 1);
            var one = executable.run(arguments, new RunOptions(3, 1, LONG), new Cancellation());
            var two = executable.run(arguments, new RunOptions(3, 2, LONG), new Cancellation());
            if (!LiteralComparison.of(two.output(), one.output(), _ -> Tolerance.exact())
                    .agrees()) {
                faults.add(place + ": two threads give other bits than one");
            }
            if (!LiteralComparison.of(quick(worker, module, arguments), one.output(), _ -> Tolerance.exact())
                    .agrees()) {
                faults.add(place + ": quick code gives other bits than O3");
            }
            expected.ifPresent(known -> compare(place, one.output(), known, executable));
            table.row(
                    program,
                    pipeline,
                    executable.kernels().size(),
                    executable.compileTime().toMillis(),
                    "%.3f".formatted(one.profile().whole().medianMillis()),
                    "%.3f".formatted(two.profile().whole().medianMillis()));
        } catch (BackendException e) {
            faults.add(place + ": " + e.getMessage());
        }
    }

    private static Literal quick(Worker worker, HloModule module, List<Literal> arguments) throws BackendException {
        var backend = new CpuBackend(worker).quickFirst();
        try (var executable = backend.compile(module, new Cancellation())) {
            return executable
                    .run(arguments, new RunOptions(1, 2, LONG), new Cancellation())
                    .output();
        }
    }

    private void compare(String place, Literal output, JsonNode expected, Executable executable) {
        var arrays = arrays(output).toList();
        if (arrays.size() != expected.size()) {
            faults.add("%s gives %d arrays instead of %d".formatted(place, arrays.size(), expected.size()));
            return;
        }
        for (int i = 0; i < arrays.size(); i++) {
            compareArray("%s, result %d".formatted(place, i), arrays.get(i), expected.get(i), executable);
        }
    }

    private static Stream<Literal> arrays(Literal literal) {
        return literal.elements().isEmpty()
                ? Stream.of(literal)
                : literal.elements().stream().flatMap(NativeRunTests::arrays);
    }

    private void compareArray(String place, Literal actual, JsonNode expected, Executable executable) {
        var type = actual.shape().asArray().elementType();
        double sum = 0;
        double magnitudes = 0;
        double largest = 0;
        for (long i = 0; i < actual.elementCount(); i++) {
            double value = actual.doubleAt(i);
            sum += value;
            magnitudes += Math.abs(value);
            largest = Math.max(largest, Math.abs(value));
        }
        double relative = relative(type, executable);
        check(place + ", the sum", sum, expected.path("sum").asDouble(), relative * magnitudes);
        check(
                place + ", the sum of magnitudes",
                magnitudes,
                expected.path("abs_sum").asDouble(),
                relative * magnitudes);
        var first = expected.path("first");
        for (int i = 0; i < Math.min(first.size(), actual.elementCount()); i++) {
            var element = "%s, element %d".formatted(place, i);
            check(element, actual.doubleAt(i), first.get(i).asDouble(), relative * largest);
        }
    }

    /** Both sides round: each may lie as far from the exact result as one alone from the reference. */
    private static double relative(PrimitiveType type, Executable executable) {
        return 2 * executable.tolerance(type).relative();
    }

    private void check(String what, double actual, double expected, double allowed) {
        if (!(Math.abs(actual - expected) <= allowed)) {
            faults.add("%s is %s instead of %s; %.2e is allowed".formatted(what, actual, expected, allowed));
        }
    }
}
