package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.hloexplorer.pipeline.kernel.KernelBuffer.Role;
import org.hloexplorer.pipeline.kernel.KernelRenaming.Place;

/**
 * Makes one kernel of kernels that follow one another and go over the same rows, each reading of what the ones before wrote
 * only its own row: then a row stays in the nearest cache from the first to the last, as in a softmax.
 */
final class LaunchFusion {
    /** Rows with fewer elements than this lose more by short loops than they gain. */
    private static final long LEAST_ROW = 64;

    /** Rows that are kept in scratch memory stay in the first-level cache. */
    private static final long MOST_ROW_BYTES = 16 << 10;

    private final Map<String, Relowering> relowerings;
    private final Map<Integer, Integer> uses = new HashMap<>();

    /** By name of a fused launch, how many steps in it touch each buffer. */
    private final Map<String, Map<Integer, Integer>> fused = new HashMap<>();

    /** Gives the same kernel as a loop over so many rows. */
    interface Relowering {
        /** How many rows it can be made to have. */
        Set<Long> rows();

        Optional<PlanStep.Launch> withRows(long rows);
    }

    /**
     * A fusion.
     *
     * @param relowerings by name of the launch
     * @param kept buffers whose content is needed when the steps are done
     */
    LaunchFusion(Map<String, Relowering> relowerings, List<PlanStep> steps, Set<Integer> kept) {
        this.relowerings = relowerings;
        count(steps);
        kept.forEach(this::use);
    }

    private void use(int buffer) {
        uses.merge(buffer, 1, Integer::sum);
    }

    private void count(List<PlanStep> steps) {
        for (var step : steps) {
            switch (step) {
                case PlanStep.Launch launch -> new HashSet<>(launch.buffers()).forEach(this::use);
                case PlanStep.LibraryCall call -> new HashSet<>(call.buffers()).forEach(this::use);
                case PlanStep.Copy copy -> {
                    use(copy.from());
                    use(copy.to());
                }
                case PlanStep.Reference reference -> {
                    reference
                            .operands()
                            .forEach(value -> ComputationSteps.buffers(value).forEach(this::use));
                    ComputationSteps.buffers(reference.result()).forEach(this::use);
                }
                case PlanStep.Loop loop -> {
                    use(loop.predicate());
                    count(loop.condition());
                    count(loop.body());
                }
                case PlanStep.Branch branch -> {
                    use(branch.selector());
                    branch.branches().forEach(this::count);
                }
            }
        }
    }

    List<PlanStep> apply(List<PlanStep> steps) {
        List<PlanStep> out = new ArrayList<>();
        for (var step : steps) {
            if (step instanceof PlanStep.Launch launch
                    && !out.isEmpty()
                    && out.getLast() instanceof PlanStep.Launch before) {
                var together = together(before, launch);
                together.ifPresent(_ -> out.removeLast());
                out.add(together.orElse(launch));
            } else {
                out.add(step.withInner(this::apply));
            }
        }
        return out.stream().map(this::withRowScratch).toList();
    }

    private PlanStep withRowScratch(PlanStep step) {
        return step instanceof PlanStep.Launch launch && fused.containsKey(launch.name())
                ? new RowScratch(reused(launch), uses, touches(launch), MOST_ROW_BYTES).applied()
                : step;
    }

    private static PlanStep.Launch reused(PlanStep.Launch launch) {
        return new PlanStep.Launch(
                launch.name(), launch.instructions(), StoredElements.reused(launch.kernel()), launch.buffers());
    }

    private Optional<PlanStep.Launch> together(PlanStep.Launch first, PlanStep.Launch second) {
        if (!shareData(first, second)) {
            return Optional.empty();
        }
        for (long rows : new TreeSet<>(rows(first)).descendingSet()) {
            if (rows > 1 && rows(second).contains(rows)) {
                var together = withRows(first, rows)
                        .flatMap(a -> withRows(second, rows).flatMap(b -> joined(a, b)));
                if (together.isPresent()) {
                    fused.put(together.get().name(), added(touches(first), touches(second)));
                    return together;
                }
            }
        }
        return Optional.empty();
    }

    private Map<Integer, Integer> touches(PlanStep.Launch launch) {
        var known = fused.get(launch.name());
        if (known != null) {
            return known;
        }
        Map<Integer, Integer> touches = new HashMap<>();
        launch.buffers().forEach(buffer -> touches.put(buffer, 1));
        return touches;
    }

    private static Map<Integer, Integer> added(Map<Integer, Integer> a, Map<Integer, Integer> b) {
        Map<Integer, Integer> sum = new HashMap<>(a);
        b.forEach((buffer, count) -> sum.merge(buffer, count, Integer::sum));
        return sum;
    }

    private static boolean shareData(PlanStep.Launch first, PlanStep.Launch second) {
        return second.buffers().stream().anyMatch(first.buffers()::contains);
    }

    private Set<Long> rows(PlanStep.Launch launch) {
        if (fused.containsKey(launch.name())) {
            return Set.of(launch.kernel().extent());
        }
        var relowering = relowerings.get(launch.name());
        return relowering == null ? Set.of() : relowering.rows();
    }

    private Optional<PlanStep.Launch> withRows(PlanStep.Launch launch, long rows) {
        if (launch.kernel().extent() == rows) {
            return Optional.of(launch);
        }
        var relowering = relowerings.get(launch.name());
        return relowering == null ? Optional.empty() : relowering.withRows(rows);
    }

    private Optional<PlanStep.Launch> joined(PlanStep.Launch first, PlanStep.Launch second) {
        var a = RowKernel.of(first.kernel());
        var b = RowKernel.of(second.kernel());
        if (a == null
                || b == null
                || a.loop().kind().lanes() != b.loop().kind().lanes()
                || !first.kernel().scratch().isEmpty()
                || !second.kernel().scratch().isEmpty()
                || !isRowByRow(first, a, second, b)) {
            return Optional.empty();
        }
        return Optional.of(new Joining(first, a, second, b).launch());
    }

    /** Whether rows are all that passes from one to the other, and they are long enough. */
    private static boolean isRowByRow(PlanStep.Launch first, RowKernel a, PlanStep.Launch second, RowKernel b) {
        long longest = 0;
        for (int i = 0; i < second.buffers().size(); i++) {
            int place = first.buffers().indexOf(second.buffers().get(i));
            var buffer = second.kernel().arguments().get(i);
            if (place < 0) {
                continue;
            }
            var other = first.kernel().arguments().get(place);
            if (buffer.role() == Role.OUTPUT) {
                return false;
            }
            var length = b.rowLength(buffer);
            if (other.role() == Role.OUTPUT && (length.isEmpty() || !length.equals(a.rowLength(other)))) {
                return false;
            }
            longest = Math.max(longest, length.orElse(0));
        }
        return longest >= LEAST_ROW || (longest > 0 && hasLongRows(a));
    }

    private static boolean hasLongRows(RowKernel kernel) {
        return kernel.kernel().arguments().stream()
                .anyMatch(buffer -> kernel.rowLength(buffer).orElse(0) >= LEAST_ROW);
    }

    /** Two launches as one. */
    private record Joining(PlanStep.Launch first, RowKernel a, PlanStep.Launch second, RowKernel b) {

        PlanStep.Launch launch() {
            var buffers = new ArrayList<>(first.buffers());
            var arguments = new ArrayList<>(first.kernel().arguments());
            Map<KernelBuffer, Place> places = new HashMap<>();
            for (int i = 0; i < second.buffers().size(); i++) {
                var argument = second.kernel().arguments().get(i);
                int known = buffers.indexOf(second.buffers().get(i));
                if (known < 0) {
                    known = arguments.size();
                    buffers.add(second.buffers().get(i));
                    arguments.add(new KernelBuffer(
                            argument.role(),
                            known,
                            unique(argument.name(), arguments),
                            argument.elementType(),
                            argument.elements()));
                }
                places.put(argument, new Place(arguments.get(known), Index.ZERO));
            }
            var renaming = new KernelRenaming(a.valueCount(), a.variableCount(), b.variable(), a.variable(), places);
            return launch(buffers, arguments, body(renaming));
        }

        private static String unique(String name, List<KernelBuffer> arguments) {
            var candidate = name;
            for (int i = 2; isTaken(candidate, arguments); i++) {
                candidate = "%s.also%d".formatted(name, i);
            }
            return candidate;
        }

        private static boolean isTaken(String name, List<KernelBuffer> arguments) {
            return arguments.stream().anyMatch(each -> each.name().equals(name));
        }

        private List<Statement> body(KernelRenaming renaming) {
            List<Statement> body = new ArrayList<>(a.before());
            body.addAll(renaming.apply(b.before()));
            List<Statement> row = new ArrayList<>(a.loop().body());
            row.addAll(renaming.apply(b.loop().body()));
            body.add(new Statement.For(
                    a.variable(), a.loop().kind(), List.of(), row, a.loop().instruction()));
            return body;
        }

        private PlanStep.Launch launch(List<Integer> buffers, List<KernelBuffer> arguments, List<Statement> body) {
            var name = first.name().replaceAll(" to .*", "") + " to " + second.name();
            var notes = List.of("several instructions, one row of each after the other");
            var kernel = Partition.of(name, arguments, List.of(), body, notes);
            var instructions = Stream.concat(first.instructions().stream(), second.instructions().stream())
                    .toList();
            return new PlanStep.Launch(name, instructions, kernel, buffers);
        }
    }
}
