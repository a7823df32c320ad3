package org.hloexplorer.hlo.diff;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.jspecify.annotations.Nullable;

/** What differs between two modules, instruction by instruction. Immutable; what differs in one is told when asked. */
public final class ModuleDiff {
    private final HloModule before;
    private final HloModule after;
    private final Map<Integer, Located> olds;
    private final Map<Integer, Located> news;
    private final Matching matching;
    private final Map<Integer, DiffState> oldStates;
    private final Map<Integer, DiffState> newStates;
    private final Map<Integer, List<Integer>> successors;

    ModuleDiff(
            HloModule before,
            HloModule after,
            Map<Integer, Located> olds,
            Map<Integer, Located> news,
            Matching matching) {
        this.before = before;
        this.after = after;
        this.olds = olds;
        this.news = news;
        this.matching = matching;
        this.oldStates = HashMap.newHashMap(olds.size());
        this.newStates = HashMap.newHashMap(news.size());
        this.successors = new HashMap<>();
        olds.values().forEach(this::classifyOld);
        news.values().forEach(this::classifyNew);
    }

    private void classifyOld(Located old) {
        var counterpart = matching.after(old.id());
        if (counterpart.isEmpty()) {
            oldStates.put(old.id(), DiffState.REMOVED);
            return;
        }
        var now = located(news, counterpart.getAsInt());
        var state = stateOf(old, now);
        oldStates.put(old.id(), state);
        newStates.put(now.id(), state);
    }

    private void classifyNew(Located now) {
        newStates.putIfAbsent(now.id(), DiffState.ADDED);
        for (int origin : now.instruction().originIds()) {
            successors.computeIfAbsent(origin, _ -> new ArrayList<>(1)).add(now.id());
        }
    }

    private DiffState stateOf(Located old, Located now) {
        if (!matching.arePaired(old.computation().id(), now.computation().id())) {
            return DiffState.MOVED;
        }
        return isSame(old, now) ? DiffState.SAME : DiffState.CHANGED;
    }

    private boolean isSame(Located old, Located now) {
        var a = old.instruction();
        var b = now.instruction();
        return (a == b || isSameContent(a, b)) && old.isRoot() == now.isRoot();
    }

    private boolean isSameContent(HloInstruction a, HloInstruction b) {
        return a.name().equals(b.name())
                && a.shape().equals(b.shape())
                && isSameOp(a.op(), b.op())
                && hasSameOperands(a, b)
                && a.annotations().equals(b.annotations());
    }

    private boolean isSameOp(HloOp a, HloOp b) {
        var calledBefore = a.calledComputations();
        var calledAfter = b.calledComputations();
        if (calledBefore.isEmpty() || calledBefore.size() != calledAfter.size()) {
            return a.equals(b);
        }
        for (int i = 0; i < calledBefore.size(); i++) {
            if (!matching.arePaired(calledBefore.get(i), calledAfter.get(i))) {
                return false;
            }
        }
        return a.withCalledComputations(calledAfter).equals(b);
    }

    private boolean hasSameOperands(HloInstruction a, HloInstruction b) {
        if (a.operandCount() != b.operandCount()) {
            return false;
        }
        for (int i = 0; i < a.operandCount(); i++) {
            if (!matching.arePaired(a.operandId(i), b.operandId(i))) {
                return false;
            }
        }
        return true;
    }

    public HloModule before() {
        return before;
    }

    public HloModule after() {
        return after;
    }

    /**
     * What became of an instruction of the module before.
     *
     * @throws IllegalArgumentException where it has none of this id
     */
    public DiffState stateBefore(int id) {
        return known(oldStates.get(id), id);
    }

    /**
     * What an instruction of the module after is, compared with before.
     *
     * @throws IllegalArgumentException where it has none of this id
     */
    public DiffState stateAfter(int id) {
        return known(newStates.get(id), id);
    }

    /** The id that an instruction or computation of the module before has in the module after. */
    public OptionalInt counterpartAfter(int beforeId) {
        return matching.after(beforeId);
    }

    /** The id that an instruction or computation of the module after had in the module before. */
    public OptionalInt counterpartBefore(int afterId) {
        return matching.before(afterId);
    }

    /** The instructions of the module after that were made from this one of the module before: what became of it. */
    public List<Integer> successors(int beforeId) {
        return List.copyOf(successors.getOrDefault(beforeId, List.of()));
    }

    /** Whether a computation of the module after was not there before. */
    public boolean isComputationAdded(int afterId) {
        return matching.before(afterId).isEmpty();
    }

    /** Whether a computation of the module before is gone. */
    public boolean isComputationRemoved(int beforeId) {
        return matching.after(beforeId).isEmpty();
    }

    /** How many instructions are in each state; each pair counts once. */
    public Map<DiffState, Integer> counts() {
        var counts = new EnumMap<DiffState, Integer>(DiffState.class);
        for (var state : DiffState.values()) {
            counts.put(state, 0);
        }
        newStates.values().forEach(state -> counts.merge(state, 1, Integer::sum));
        oldStates.values().stream()
                .filter(state -> state == DiffState.REMOVED)
                .forEach(state -> counts.merge(state, 1, Integer::sum));
        return counts;
    }

    /** Whether nothing differs but, perhaps, the order of instructions. */
    public boolean isEmpty() {
        return counts().entrySet().stream().allMatch(each -> each.getKey() == DiffState.SAME || each.getValue() == 0);
    }

    /** What differs in an instruction of the module after that has a counterpart; none where it has not. */
    public List<AttributeChange> changes(int afterId) {
        var counterpart = matching.before(afterId);
        if (counterpart.isEmpty() || !news.containsKey(afterId)) {
            return List.of();
        }
        return InstructionChanges.between(
                before, located(olds, counterpart.getAsInt()), after, located(news, afterId), matching::arePaired);
    }

    /** The computation of the module after that holds this instruction. */
    public HloComputation computationAfter(int id) {
        return located(news, id).computation();
    }

    /** The computation of the module before that holds this instruction. */
    public HloComputation computationBefore(int id) {
        return located(olds, id).computation();
    }

    private static Located located(Map<Integer, Located> all, int id) {
        return known(all.get(id), id);
    }

    private static <T> T known(@Nullable T value, int id) {
        if (value == null) {
            throw new IllegalArgumentException("no instruction " + id);
        }
        return value;
    }
}
