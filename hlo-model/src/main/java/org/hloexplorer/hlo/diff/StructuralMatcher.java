package org.hloexplorer.hlo.diff;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;

/**
 * Finds counterparts in modules that share no ids: first what computes exactly the same, then what is called the same,
 * then what the users of counterparts take, then what uses counterparts. Each instruction is looked at a few times.
 */
final class StructuralMatcher {
    /** Users of a value that are tried as counterparts; a value with more is no clue. */
    private static final int MOST_USERS = 64;

    private static final Pattern NUMBER = Pattern.compile("(?:\\.\\d+)+$");

    private final HloModule before;
    private final HloModule after;
    private final Fingerprints olds;
    private final Fingerprints news;
    private final Matching matching = new Matching();
    private final Map<Integer, HloComputation> oldHomes = new HashMap<>();
    private final Map<Integer, HloComputation> newHomes = new HashMap<>();
    private final Deque<Pair> open = new ArrayDeque<>();

    /** Counterparts whose surroundings are still to be looked at. */
    private record Pair(HloInstruction before, HloInstruction after) {}

    StructuralMatcher(HloModule before, HloModule after) {
        this.before = before;
        this.after = after;
        this.olds = Fingerprints.of(before);
        this.news = Fingerprints.of(after);
        fill(before, oldHomes);
        fill(after, newHomes);
    }

    private static void fill(HloModule module, Map<Integer, HloComputation> homes) {
        for (var computation : module.computations()) {
            computation.instructions().forEach(each -> homes.put(each.id(), computation));
        }
    }

    Matching match() {
        pairComputations(before.entry(), after.entry());
        pairEqualComputations();
        pairNamedComputations();
        propagate();
        pairMoved();
        pairRenamed();
        return matching;
    }

    /** Computations that compute the same; of several, those of one name first. */
    private void pairEqualComputations() {
        var candidates = new HashMap<Long, List<HloComputation>>();
        for (var computation : after.computations()) {
            candidates
                    .computeIfAbsent(news.computation(computation.id()), _ -> new ArrayList<>())
                    .add(computation);
        }
        for (boolean byName : new boolean[] {true, false}) {
            for (var old : before.computations()) {
                var equal = candidates.getOrDefault(olds.computation(old.id()), new ArrayList<>());
                equal.stream()
                        .filter(each -> !byName || each.name().equals(old.name()))
                        .filter(each -> !matching.hasAfter(each.id()))
                        .limit(matching.hasBefore(old.id()) ? 0 : 1)
                        .findFirst()
                        .ifPresent(each -> pairComputations(old, each));
                equal.removeIf(each -> matching.hasAfter(each.id()));
            }
        }
    }

    private void pairNamedComputations() {
        var named = new HashMap<String, HloComputation>();
        after.computations().forEach(each -> named.putIfAbsent(each.name(), each));
        for (var old : before.computations()) {
            var now = named.get(old.name());
            if (now != null && !matching.hasBefore(old.id()) && !matching.hasAfter(now.id())) {
                pairComputations(old, now);
            }
        }
    }

    private void pairComputations(HloComputation old, HloComputation now) {
        if (matching.hasBefore(old.id()) || matching.hasAfter(now.id())) {
            return;
        }
        matching.pair(old.id(), now.id());
        pairParameters(old, now);
        pairEqual(old, now);
        pairNamed(old, now);
        tryPair(old.root(), now.root());
    }

    /** Parameters stand for what the caller hands over: their number is who they are. */
    private void pairParameters(HloComputation old, HloComputation now) {
        var first = old.parameters();
        var second = now.parameters();
        for (int i = 0; i < Math.min(first.size(), second.size()); i++) {
            tryPair(first.get(i), second.get(i));
        }
    }

    /** Instructions that compute the same: of several, those of one name first, the others in order. */
    private void pairEqual(HloComputation old, HloComputation now) {
        var equal = new HashMap<Long, Deque<HloInstruction>>();
        var named = new HashMap<String, HloInstruction>();
        for (var instruction : now.instructions()) {
            equal.computeIfAbsent(news.instruction(instruction.id()), _ -> new ArrayDeque<>(2))
                    .add(instruction);
            named.put(instruction.name(), instruction);
        }
        for (var instruction : old.instructions()) {
            var namesake = named.get(instruction.name());
            if (namesake != null && olds.instruction(instruction.id()) == news.instruction(namesake.id())) {
                tryPair(instruction, namesake);
            }
        }
        for (var instruction : old.instructions()) {
            var candidates = equal.get(olds.instruction(instruction.id()));
            while (candidates != null && !candidates.isEmpty() && !matching.hasBefore(instruction.id())) {
                tryPair(instruction, candidates.remove());
            }
        }
    }

    private void pairNamed(HloComputation old, HloComputation now) {
        var named = new HashMap<String, HloInstruction>();
        now.instructions().forEach(each -> named.put(each.name(), each));
        for (var instruction : old.instructions()) {
            var namesake = named.get(instruction.name());
            if (namesake != null && instruction.shape().isCompatible(namesake.shape())) {
                tryPair(instruction, namesake);
            }
        }
    }

    /** Pairs two instructions of one opcode, if both are free. */
    private boolean tryPair(HloInstruction old, HloInstruction now) {
        boolean fits = old.opcode() == now.opcode()
                && old.op().mnemonic().equals(now.op().mnemonic())
                && !matching.hasBefore(old.id())
                && !matching.hasAfter(now.id());
        if (fits) {
            matching.pair(old.id(), now.id());
            open.add(new Pair(old, now));
        }
        return fits;
    }

    /** Goes from counterparts to their operands, to the computations they call, and to their users. */
    private void propagate() {
        while (!open.isEmpty()) {
            var pair = open.remove();
            pairCalled(pair);
            pairOperands(pair);
            pairUsers(pair);
        }
    }

    private void pairCalled(Pair pair) {
        var first = pair.before().calledComputations();
        var second = pair.after().calledComputations();
        for (int i = 0; i < Math.min(first.size(), second.size()); i++) {
            var old = before.find(first.get(i));
            var now = after.find(second.get(i));
            if (old.isPresent() && now.isPresent()) {
                pairComputations(old.get(), now.get());
            }
        }
    }

    private void pairOperands(Pair pair) {
        var oldHome = oldHomes.get(pair.before().id());
        var newHome = newHomes.get(pair.after().id());
        int count = Math.min(pair.before().operandCount(), pair.after().operandCount());
        for (int i = 0; i < count; i++) {
            if (oldHome != null && newHome != null) {
                tryPair(oldHome.operand(pair.before(), i), newHome.operand(pair.after(), i));
            }
        }
    }

    /** Users that do the same with counterparts, in order. */
    private void pairUsers(Pair pair) {
        var oldHome = oldHomes.get(pair.before().id());
        var newHome = newHomes.get(pair.after().id());
        if (oldHome == null || newHome == null) {
            return;
        }
        var oldUsers = oldHome.users(pair.before());
        var newUsers = newHome.users(pair.after());
        if (oldUsers.size() > MOST_USERS || newUsers.size() > MOST_USERS) {
            return;
        }
        for (var old : oldUsers) {
            if (!matching.hasBefore(old.id())) {
                newUsers.stream()
                        .filter(now -> !matching.hasAfter(now.id()) && areAlike(old, now))
                        .findFirst()
                        .ifPresent(now -> tryPair(old, now));
            }
        }
    }

    private static boolean areAlike(HloInstruction old, HloInstruction now) {
        return old.opcode() == now.opcode() && old.shape().isCompatible(now.shape());
    }

    /** What is left and is called the same, but for a {@code .clone}, in another computation: moved, as by fusion. */
    private void pairMoved() {
        var named = new HashMap<String, Deque<HloInstruction>>();
        for (var computation : after.computations()) {
            for (var instruction : computation.instructions()) {
                if (!matching.hasAfter(instruction.id())) {
                    named.computeIfAbsent(stem(instruction.name()), _ -> new ArrayDeque<>(1))
                            .add(instruction);
                }
            }
        }
        for (var computation : before.computations()) {
            for (var instruction : computation.instructions()) {
                var candidates = named.get(stem(instruction.name()));
                if (candidates != null && !matching.hasBefore(instruction.id())) {
                    candidates.stream()
                            .filter(each -> !matching.hasAfter(each.id()) && areAlike(instruction, each))
                            .findFirst()
                            .ifPresent(each -> tryPair(instruction, each));
                }
            }
        }
    }

    /** What an instruction is but for the number in its name and what it is applied to. */
    private record Likeness(String name, HloOp op, Shape shape) {
        static Likeness of(HloInstruction instruction) {
            var callees = instruction.calledComputations();
            var op = callees.isEmpty()
                    ? instruction.op()
                    : instruction.op().withCalledComputations(Collections.nCopies(callees.size(), 0));
            return new Likeness(NUMBER.matcher(instruction.name()).replaceFirst(""), op, instruction.shape());
        }
    }

    /** What is left, does the same, and is called the same but for the number: copied into a fusion, say. */
    private void pairRenamed() {
        var candidates = new HashMap<Likeness, Deque<HloInstruction>>();
        for (var computation : after.computations()) {
            for (var instruction : computation.instructions()) {
                if (isUnknownAfter(instruction)) {
                    candidates
                            .computeIfAbsent(Likeness.of(instruction), _ -> new ArrayDeque<>(1))
                            .add(instruction);
                }
            }
        }
        for (var computation : before.computations()) {
            for (var instruction : computation.instructions()) {
                if (!matching.hasBefore(instruction.id()) && !(instruction.op() instanceof HloOp.Parameter)) {
                    var alike = candidates.get(Likeness.of(instruction));
                    if (alike != null && !alike.isEmpty()) {
                        tryPair(instruction, alike.remove());
                    }
                }
            }
        }
    }

    /** A parameter is known by its number, whatever it is called. */
    private boolean isUnknownAfter(HloInstruction instruction) {
        return !matching.hasAfter(instruction.id()) && !(instruction.op() instanceof HloOp.Parameter);
    }

    private static String stem(String name) {
        int clone = name.indexOf(".clone");
        return clone < 0 ? name : name.substring(0, clone);
    }
}
