package org.hloexplorer.pipeline.buffers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.buffers.ExecutionOrder.At;

/**
 * Decides which copies are not needed: those whose source and result could lie in one place, because of all values that
 * would lie there no two are ever needed at the same time, in whichever order the instructions run.
 */
final class CopyElision {

    /** Values in one place, as they stand after the copies that have gone. */
    private static final class Place {
        private final List<HloValue> values = new ArrayList<>();
    }

    private final Dataflow dataflow;
    private final ExecutionOrder order;
    private final BufferSharing sharing;
    private final Map<Integer, Place> places = new HashMap<>();
    private final Map<Integer, List<Dataflow.Use>> uses = new HashMap<>();
    private final Map<Integer, Set<Integer>> rootOf = new HashMap<>();
    private final Map<Integer, Integer> replaced = new HashMap<>();
    private final Set<Integer> keptByCaller = new HashSet<>();
    private final Set<Integer> gone = new HashSet<>();

    CopyElision(Dataflow dataflow) {
        this.dataflow = dataflow;
        this.order = new ExecutionOrder(dataflow);
        this.sharing = new BufferSharing(dataflow.module());
        for (var group : ValueGroups.of(dataflow).all()) {
            var place = new Place();
            place.values.addAll(group);
            group.forEach(value -> places.put(value.id(), place));
        }
        for (var value : dataflow.values()) {
            uses.put(value.id(), new ArrayList<>(dataflow.uses(value.id())));
        }
        for (var computation : dataflow.contexts().sequential()) {
            for (int value : dataflow.values(computation.root())) {
                rootOf.computeIfAbsent(value, _ -> new HashSet<>()).add(computation.id());
            }
        }
        var aliases = InputOutputAliases.of(dataflow.module());
        for (var value : dataflow.values()) {
            boolean isCallers = value.instruction().op() instanceof HloOp.Parameter(int number)
                    && value.computation().id() == dataflow.module().entryId()
                    && !aliases.holdsParameter(number, value.index());
            if (isCallers || value.instruction().op() instanceof HloOp.Constant) {
                keptByCaller.add(value.id());
            }
        }
    }

    /**
     * Does without a copy if that can be.
     *
     * @param copy in the module whose dataflow this is
     * @return why the copy is needed; empty where it is not, and then all later questions are asked as though it were gone
     */
    Optional<String> elide(HloInstruction copy, HloInstruction source) {
        int from = current(dataflow.value(source, 0));
        int to = dataflow.value(copy, 0);
        if (from == Dataflow.NO_VALUE || to == Dataflow.NO_VALUE) {
            return Optional.of("nothing is known of what it copies");
        }
        var merged = merged(from, to);
        var savedUses = uses.get(from);
        var savedRoots = rootOf.get(from);
        uses.put(from, joinedUses(from, to, copy));
        rootOf.put(from, joinedRoots(from, to));
        var obstacle = obstacle(merged, from, to);
        if (obstacle.isPresent()) {
            uses.put(from, savedUses);
            if (savedRoots == null) {
                rootOf.remove(from);
            } else {
                rootOf.put(from, savedRoots);
            }
            return obstacle;
        }
        var place = new Place();
        place.values.addAll(merged);
        merged.forEach(value -> places.put(value.id(), place));
        replaced.put(to, from);
        gone.add(copy.id());
        return Optional.empty();
    }

    private int current(int value) {
        int result = value;
        while (replaced.containsKey(result)) {
            result = replaced.getOrDefault(result, result);
        }
        return result;
    }

    private List<HloValue> merged(int from, int to) {
        var merged = new ArrayList<>(valuesBeside(from));
        merged.removeIf(value -> value.id() == to);
        for (var value : valuesBeside(to)) {
            if (value.id() != to && !merged.contains(value)) {
                merged.add(value);
            }
        }
        return merged;
    }

    private List<HloValue> valuesBeside(int value) {
        var place = places.get(value);
        return place == null ? List.of(dataflow.value(value)) : place.values;
    }

    private List<Dataflow.Use> joinedUses(int from, int to, HloInstruction copy) {
        var joined = new ArrayList<>(uses.getOrDefault(from, List.of()));
        joined.removeIf(use -> use.instruction().id() == copy.id());
        joined.addAll(uses.getOrDefault(to, List.of()));
        return joined;
    }

    private Set<Integer> joinedRoots(int from, int to) {
        var joined = new HashSet<>(rootOf.getOrDefault(from, Set.of()));
        joined.addAll(rootOf.getOrDefault(to, Set.of()));
        return joined;
    }

    /** What would go wrong if these values lay in one place; the pairs that lay together before need no second look. */
    private Optional<String> obstacle(List<HloValue> values, int from, int to) {
        var untouchable =
                values.stream().filter(each -> keptByCaller.contains(each.id())).findFirst();
        if (untouchable.isPresent() && values.size() > 1) {
            return Optional.of(mayNotBeWritten(untouchable.get(), values));
        }
        var before = valuesBeside(from).stream().filter(each -> each.id() != to).toList();
        var added = valuesBeside(to).stream().filter(each -> each.id() != to).toList();
        for (var other : values) {
            if (other.id() != from) {
                var conflict = conflict(dataflow.value(from), other);
                if (conflict.isPresent()) {
                    return conflict;
                }
            }
        }
        for (var a : before) {
            for (var b : added) {
                if (a.id() != from && a.id() != b.id()) {
                    var conflict = conflict(a, b);
                    if (conflict.isPresent()) {
                        return conflict;
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static String mayNotBeWritten(HloValue value, List<HloValue> values) {
        var writer = values.stream()
                .filter(each -> each.id() != value.id())
                .findFirst()
                .orElseThrow();
        return value.instruction().op() instanceof HloOp.Constant
                ? "%s is a constant, and %s would be written over it".formatted(value.instruction(), words(writer))
                : "%s is the caller's, who did not give it away, and %s would be written over it"
                        .formatted(value.instruction(), words(writer));
    }

    /** Why two values cannot follow one another in one place, either way round. */
    private Optional<String> conflict(HloValue a, HloValue b) {
        var forward = notBefore(a, b);
        if (forward.isEmpty()) {
            return forward;
        }
        var backward = notBefore(b, a);
        if (backward.isEmpty()) {
            return backward;
        }
        return order.isBefore(At.definition(b), At.definition(a)) ? backward : forward;
    }

    /** Why the second value may come to be before nobody needs the first any more; empty where it cannot. */
    private Optional<String> notBefore(HloValue a, HloValue b) {
        var definition = At.definition(b);
        for (var use : uses.getOrDefault(a.id(), List.of())) {
            if (!gone.contains(use.instruction().id()) && !isBeforeDefinition(use, b)) {
                return Optional.of("%s reads %s, and nothing makes it run before %s is written there"
                        .formatted(use.instruction(), words(a), words(b)));
            }
        }
        for (int computation : rootOf.getOrDefault(a.id(), Set.of())) {
            var whole = dataflow.module().computation(computation);
            if (order.isWithin(definition, whole)) {
                return Optional.of("%s is part of the result of %s, and %s would be written over it"
                        .formatted(words(a), whole, words(b)));
            }
        }
        if (a.instruction() != b.instruction() && !order.isBefore(At.definition(a), definition)) {
            return Optional.of("nothing makes %s come to be before %s".formatted(words(a), words(b)));
        }
        return a.instruction() == b.instruction()
                ? Optional.of("%s and %s are there at the same time".formatted(words(a), words(b)))
                : Optional.empty();
    }

    private boolean isBeforeDefinition(Dataflow.Use use, HloValue value) {
        var at = At.use(use);
        var definition = At.definition(value);
        if (use.instruction() == value.instruction()) {
            return mayOverwrite(use, value);
        }
        if (order.isBefore(at, definition)) {
            return true;
        }
        boolean callsDefinition = switch (use.instruction().op()) {
            case HloOp.While _, HloOp.Call _, HloOp.Conditional _ -> order.isCalledBy(definition, use.instruction());
            default -> false;
        };
        return callsDefinition;
    }

    private boolean mayOverwrite(Dataflow.Use use, HloValue value) {
        var instruction = use.instruction();
        if (instruction.opcode() == HloOpcode.COPY || value.isPhi()) {
            return true;
        }
        int part = Subshape.ordinal(instruction.shape(), value.index());
        return sharing.reason(use.computation(), instruction, use.operand(), part)
                .isPresent();
    }

    private static String words(HloValue value) {
        return "%" + value.name();
    }
}
