package org.hloexplorer.pipeline.dump;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.diff.HloDiff;
import org.hloexplorer.hlo.diff.ModuleDiff;

/**
 * Gives the instructions of a module that was read by itself the ids of those of the version before that they most
 * likely are, so that both are versions of one module. What did not change at all is shared.
 *
 * <p>A guess: files do not say which instruction became which. Instructions that compute the same, or are called the
 * same, or stand in the same place among what is known, are taken for one.
 */
final class LineageGuess {
    private final HloModule previous;
    private final HloModule next;
    private final ModuleDiff diff;
    private final Map<Integer, Integer> ids = new HashMap<>();
    private final Map<Integer, Integer> origins = new HashMap<>();
    private int free;

    private LineageGuess(HloModule previous, HloModule next) {
        this.previous = previous;
        this.next = next;
        this.diff = HloDiff.betweenForeign(previous, next);
        this.free = previous.nextId();
    }

    /** The module as a version that follows {@code previous}; that very object where nothing differs. */
    static HloModule adopt(HloModule previous, HloModule next) {
        return new LineageGuess(previous, next).adopted();
    }

    private HloModule adopted() {
        for (var computation : next.computations()) {
            ids.put(computation.id(), idFor(computation.id()));
            computation.instructions().forEach(each -> ids.put(each.id(), idFor(each.id())));
        }
        next.computations().forEach(this::guessOrigins);
        var computations = next.computations().stream().map(this::renumbered).toList();
        return isPrevious(computations)
                ? previous
                : new HloModule(
                        next.name(), next.attributes(), next.stackFrames(), computations, id(next.entryId()), free);
    }

    private boolean isPrevious(List<HloComputation> computations) {
        return computations.size() == previous.computations().size()
                && computations.stream()
                        .allMatch(each -> previous.find(each.id()).orElse(null) == each)
                && previous.attributes().equals(next.attributes())
                && previous.entryId() == id(next.entryId());
    }

    private int idFor(int nextId) {
        var counterpart = diff.counterpartBefore(nextId);
        return counterpart.isPresent() ? counterpart.getAsInt() : free++;
    }

    private int id(int nextId) {
        return ids.getOrDefault(nextId, nextId);
    }

    /** What is new where something gone was used comes from it. */
    private void guessOrigins(HloComputation computation) {
        for (var user : computation.instructions()) {
            var old = diff.counterpartBefore(user.id());
            if (old.isPresent()) {
                var home = diff.computationBefore(old.getAsInt());
                var oldUser = home.instruction(old.getAsInt());
                int count = oldUser.operandCount() == user.operandCount() ? user.operandCount() : 0;
                for (int i = 0; i < count; i++) {
                    replaced(oldUser.operandId(i), user.operandId(i));
                }
            }
        }
        var oldComputation = diff.counterpartBefore(computation.id());
        if (oldComputation.isPresent()) {
            replaced(previous.computation(oldComputation.getAsInt()).rootId(), computation.rootId());
        }
    }

    private void replaced(int gone, int added) {
        if (diff.counterpartAfter(gone).isEmpty()
                && diff.counterpartBefore(added).isEmpty()) {
            origins.putIfAbsent(added, gone);
        }
    }

    private HloComputation renumbered(HloComputation computation) {
        int id = id(computation.id());
        var old = previous.find(id);
        var instructions =
                new ArrayList<HloInstruction>(computation.instructions().size());
        boolean isSame = old.isPresent()
                && old.get().instructions().size() == computation.instructions().size()
                && old.get().name().equals(computation.name())
                && old.get().rootId() == id(computation.rootId());
        for (int i = 0; i < computation.instructions().size(); i++) {
            var instruction = shared(old, renumbered(computation.instructions().get(i)));
            isSame = isSame && old.orElseThrow().instructions().get(i) == instruction;
            instructions.add(instruction);
        }
        return isSame
                ? old.orElseThrow()
                : new HloComputation(
                        id, computation.name(), instructions, id(computation.rootId()), computation.executionThread());
    }

    private HloInstruction renumbered(HloInstruction instruction) {
        var callees = instruction.calledComputations().stream().map(this::id).toList();
        int[] operands = new int[instruction.operandCount()];
        for (int i = 0; i < operands.length; i++) {
            operands[i] = id(instruction.operandId(i));
        }
        var said = instruction.annotations();
        var predecessors = said.controlPredecessors().stream().map(this::id).toList();
        var op = callees.isEmpty() ? instruction.op() : instruction.op().withCalledComputations(callees);
        var made = HloInstruction.of(id(instruction.id()), instruction.name(), op, instruction.shape(), operands)
                .withAnnotations(said.withControlPredecessors(predecessors));
        var origin = origins.get(instruction.id());
        return origin == null ? made : made.withOrigins(origin);
    }

    private static HloInstruction shared(Optional<HloComputation> old, HloInstruction made) {
        return old.flatMap(computation -> computation.find(made.id()))
                .filter(each -> isSame(each, made))
                .orElse(made);
    }

    private static boolean isSame(HloInstruction a, HloInstruction b) {
        return a.name().equals(b.name())
                && a.shape().equals(b.shape())
                && Arrays.equals(a.operandIds(), b.operandIds())
                && a.op().equals(b.op())
                && a.annotations().equals(b.annotations());
    }
}
