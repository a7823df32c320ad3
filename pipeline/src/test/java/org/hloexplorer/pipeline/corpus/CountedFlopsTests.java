package org.hloexplorer.pipeline.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.analysis.Cost;
import org.hloexplorer.hlo.analysis.HloCostAnalysis;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.cpu.CpuBackend;
import org.hloexplorer.pipeline.kernel.instrument.Work;
import org.hloexplorer.pipeline.kernel.instrument.Work.Kind;
import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * What our kernels were counted to do, against what XLA's cost analysis says of the same module: that which XLA's compiler for
 * CPUs made. Equal opcode by opcode, or different for a reason that is known for the opcode.
 *
 * <p>The perf set is named by {@code perf-set.txt} beside the programs; XLA's figures are in their {@code meta.json}.
 */
@Tag("corpus")
final class CountedFlopsTests {
    private static final String IN_LOOP = " in a loop";
    private static final Duration LONG = Duration.ofMinutes(10);

    private final Table table = new Table(
            "program", "XLA flops", "ours by its rules", "counted", "XLA transc.", "counted", "differences, by opcode");
    private final List<String> faults = new ArrayList<>();

    private static final Reasons REASONS = new Reasons();

    /** Why counts of an opcode are not those of XLA's analysis. */
    private static final class Reasons {
        private static final double MUCH_MORE = 1.2;
        private static final String AGAIN = "a fusion computes it again for each element that needs it";
        private static final String PART = "a fusion computes only the part that is read";
        private static final Map<String, String> BY_OPCODE = Map.of(
                "reduce", "each result starts from the initial value: one operation more",
                "reduce-window",
                        "each window starts from the initial value, and positions in the padding are passed over",
                "dot", "tiles that reach over the edge are filled up with zeros, and a depth in blocks is added up",
                "convolution",
                        "elements of the padding are chosen to be zero, which counts, or multiplied as zeros; tiles are filled up",
                "gather", "indices are clamped",
                "dynamic-slice", "indices are clamped",
                "dynamic-update-slice", "indices are clamped",
                "scatter", "each index is checked against the bounds",
                "sort", "XLA counts n log2 n; each comparison counts for what the comparator does",
                "is-finite", "it is a magnitude and a comparison");

        Optional<String> reason(String opcode, Pair pair, Set<String> references) {
            if (references.contains(opcode)) {
                return Optional.of("the reference evaluator computes it, which is not counted");
            }
            var plain = opcode.replace(IN_LOOP, "");
            if (!plain.equals(opcode) && pair.analytic > 0 && pair.counted > pair.analytic) {
                return Optional.of("XLA counts one repetition of the loop");
            }
            // Edges of tiles are a small part; half as much again is not.
            if (plain.equals("dot") && pair.counted > MUCH_MORE * pair.analytic) {
                return Optional.of(AGAIN);
            }
            var known = BY_OPCODE.get(plain);
            if (known != null) {
                return Optional.of(known);
            }
            return HloOpcode.named(plain)
                    .filter(each -> each.category() == HloOpcode.Category.ELEMENTWISE)
                    .map(_ -> pair.counted > pair.analytic ? AGAIN : PART);
        }
    }

    /** Analytic and counted, of an opcode. */
    private static final class Pair {
        long analytic;
        long counted;
    }

    @Test
    void areXlasWhereTheDefinitionsAreTheSame() throws IOException, BackendException {
        var corpus = Corpus.orSkip();
        int equal = 0;
        try (var worker = new Worker()) {
            for (var name : perfSet(corpus)) {
                var program = corpus.program(name);
                equal += compare(program, worker);
            }
        }
        table.write("counted-flops.md", "Counted flops against XLA's cost analysis.");
        assertThat(faults).isEmpty();
        assertThat(equal).as("opcodes of programs that agree exactly").isGreaterThan(60);
    }

    private static List<String> perfSet(Corpus corpus) throws IOException {
        for (var folder : List.of(corpus.root(), corpus.root().resolveSibling("corpus"))) {
            var file = folder.resolve("perf-set.txt");
            if (Files.exists(file)) {
                return Files.readAllLines(file).stream()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .toList();
            }
        }
        throw new AssertionError("there is no perf-set.txt in " + corpus.root());
    }

    private int compare(Corpus.Program program, Worker worker) throws IOException, BackendException {
        var module = program.module("cpu_after.hlo").orElseThrow();
        var meta = new ObjectMapper()
                .readTree(program.folder().resolve("meta.json"))
                .path("cpu_cost");
        var analysis = HloCostAnalysis.of(module);
        var total = analysis.total();
        // XLA adds in single precision.
        assertThat(total.flops())
                .as(program.name())
                .isCloseTo(meta.path("flops").asLong(), withinPercentage(0.001));
        assertThat(total.transcendentals())
                .as(program.name())
                .isCloseTo(meta.path("transcendentals").asLong(), withinPercentage(0.001));
        var opcodes = new Opcodes(module);
        Map<String, Pair> pairs = new TreeMap<>();
        opcodes.counted().forEach(each -> {
            var cost = analysis.cost(each);
            pair(pairs, opcodes.name(each.id())).analytic += Math.max(0, cost.flops()) + cost.transcendentals();
        });
        long flops = 0;
        long transcendentals = 0;
        Set<String> references = new HashSet<>();
        try (var executable = new CpuBackend(worker).kernelByKernel().compile(module, new Cancellation())) {
            executable.kernels().stream()
                    .filter(kernel -> kernel.fallback() != null)
                    .forEach(kernel -> references.add(opcodes.name(kernel.instruction())));
            var work = executable
                    .count(GeneratedInputs.of(module, 1), LONG, new Cancellation())
                    .orElseThrow();
            for (var kernel : work.kernels().values()) {
                transcendentals += kernel.transcendentals();
                for (var amount : kernel.amounts().entrySet()) {
                    if (isFlop(amount.getKey(), opcodes)) {
                        flops += amount.getKey().kind() == Kind.TRANSCENDENTAL ? 0 : amount.getValue();
                        pair(pairs, opcodes.name(amount.getKey().instruction())).counted += amount.getValue();
                    }
                }
            }
        }
        return report(program.name(), meta, total, new Cost(flops, transcendentals, 0), pairs, references);
    }

    private int report(
            String name, JsonNode xla, Cost analytic, Cost counted, Map<String, Pair> pairs, Set<String> references) {
        int equal = 0;
        var differences = new ArrayList<String>();
        for (var each : pairs.entrySet()) {
            var pair = each.getValue();
            if (pair.analytic == pair.counted) {
                equal++;
                continue;
            }
            var reason = REASONS.reason(each.getKey(), pair, references);
            differences.add("%s %,d → %,d: %s"
                    .formatted(each.getKey(), pair.analytic, pair.counted, reason.orElse("unexplained")));
            if (reason.isEmpty()) {
                faults.add("%s: %s is %,d and not %,d".formatted(name, each.getKey(), pair.counted, pair.analytic));
            }
        }
        table.row(
                name,
                "%,d".formatted(xla.path("flops").asLong()),
                "%,d".formatted(analytic.flops()),
                "%,d".formatted(counted.flops()),
                "%,d".formatted(xla.path("transcendentals").asLong()),
                "%,d".formatted(counted.transcendentals()),
                String.join("; ", differences));
        return equal;
    }

    private static Pair pair(Map<String, Pair> pairs, String opcode) {
        return pairs.computeIfAbsent(opcode, _ -> new Pair());
    }

    /** What XLA counts of: every operation on elements, whatever their type; a conversion where it is one of the program's. */
    private static boolean isFlop(Work work, Opcodes opcodes) {
        return switch (work.kind()) {
            case ARITHMETIC, COMPARISON, BITWISE, TRANSCENDENTAL -> true;
            case CONVERSION -> opcodes.name(work.instruction()).startsWith("convert");
            case LIBRARY, LOAD, STORE, SCRATCH_LOAD, SCRATCH_STORE -> false;
        };
    }

    /** What instructions count as: those of a computation that another instruction applies, as that one. */
    private record Opcodes(HloModule module) {

        /** Instructions whose cost is their own. */
        List<HloInstruction> counted() {
            return module.computations().stream()
                    .filter(computation -> appliers(computation.id()).isEmpty())
                    .flatMap(computation -> computation.instructions().stream())
                    .filter(each -> isOwn(each.op()))
                    .toList();
        }

        private static boolean isOwn(HloOp op) {
            return !(op instanceof HloOp.Fusion) && !op.toString().startsWith("While");
        }

        private List<HloInstruction> appliers(int computation) {
            return module.callers(computation).stream()
                    .filter(each -> switch (each.opcode()) {
                        case REDUCE, REDUCE_WINDOW, SCATTER, SELECT_AND_SCATTER, SORT, MAP -> true;
                        default -> false;
                    })
                    .toList();
        }

        String name(int id) {
            var found = module.computationOf(id);
            if (found.isEmpty()) {
                return "none";
            }
            var computation = found.get();
            var appliers = appliers(computation.id());
            var opcode = appliers.isEmpty()
                    ? module.findInstruction(id).orElseThrow().opcode()
                    : appliers.getFirst().opcode();
            return opcode + (isInLoop(computation.id()) ? IN_LOOP : "");
        }

        private boolean isInLoop(int computation) {
            return module.callers(computation).stream()
                    .anyMatch(each -> each.opcode() == HloOpcode.WHILE
                            || module.computationOf(each.id())
                                    .filter(outer -> isInLoop(outer.id()))
                                    .isPresent());
        }
    }
}
