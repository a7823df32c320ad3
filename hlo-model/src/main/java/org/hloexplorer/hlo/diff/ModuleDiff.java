package org.hloexplorer.hlo.diff;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import org.hloexplorer.hlo.Annotations;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.jspecify.annotations.Nullable;

/** What differs between two modules, instruction by instruction. Immutable; what differs in one is told when asked. */
public final class ModuleDiff {
    private static final Set<String> CALLING_ATTRIBUTES = Set.of(
            "calls",
            "to_apply",
            "condition",
            "body",
            "select",
            "scatter",
            "true_computation",
            "false_computation",
            "branch_computations",
            "called_computations");

    private final HloModule before;
    private final HloModule after;
    private final Map<Integer, Located> olds;
    private final Map<Integer, Located> news;
    private final Matching matching;
    private final Strictness strictness;
    private final Map<Integer, DiffState> oldStates;
    private final Map<Integer, DiffState> newStates;
    private final Map<Integer, List<Integer>> successors;

    /** What must be alike for two instructions to be the same. */
    enum Strictness {
        /** Everything, name and metadata included. */
        ALL,
        /** What is computed, and what a backend was told about it. */
        MEANING
    }

    ModuleDiff(
            HloModule before,
            HloModule after,
            Map<Integer, Located> olds,
            Map<Integer, Located> news,
            Matching matching,
            Strictness strictness) {
        this.before = before;
        this.after = after;
        this.olds = olds;
        this.news = news;
        this.matching = matching;
        this.strictness = strictness;
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
        return isSameContent(a, b) && old.isRoot() == now.isRoot();
    }

    private boolean isSameContent(HloInstruction a, HloInstruction b) {
        return a.shape().equals(b.shape())
                && isSameOp(a.op(), b.op())
                && hasSameOperands(a, b)
                && (strictness == Strictness.MEANING || a.name().equals(b.name()))
                && isSameSaid(a.annotations(), b.annotations());
    }

    private boolean isSameSaid(Annotations a, Annotations b) {
        if (a.equals(b) && a.controlPredecessors().isEmpty()) {
            return true;
        }
        boolean comesFromSame = strictness == Strictness.MEANING || a.metadata().equals(b.metadata());
        return comesFromSame
                && Objects.equals(a.sharding(), b.sharding())
                && Objects.equals(a.backendConfig(), b.backendConfig())
                && a.frontendAttributes().equals(b.frontendAttributes())
                && a.others().equals(b.others())
                && arePaired(a.controlPredecessors(), b.controlPredecessors());
    }

    private boolean arePaired(List<Integer> olds, List<Integer> news) {
        if (olds.size() != news.size()) {
            return false;
        }
        for (int i = 0; i < olds.size(); i++) {
            if (!matching.arePaired(olds.get(i), news.get(i))) {
                return false;
            }
        }
        return true;
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
        var old = located(olds, counterpart.getAsInt());
        var now = located(news, afterId);
        return InstructionChanges.between(before, old, after, now, matching::arePaired).stream()
                .filter(change -> tellsApart(change.attribute(), old, now))
                .toList();
    }

    /** Whether another text of this attribute means something else: names of counterparts differ, and mean the same. */
    private boolean tellsApart(String attribute, Located old, Located now) {
        if (attribute.equals("name") || attribute.equals("metadata")) {
            return strictness == Strictness.ALL;
        }
        if (attribute.equals("computation")) {
            return !matching.arePaired(old.computation().id(), now.computation().id());
        }
        if (attribute.equals("control-predecessors")) {
            return !arePaired(
                    old.instruction().annotations().controlPredecessors(),
                    now.instruction().annotations().controlPredecessors());
        }
        boolean namesComputations = CALLING_ATTRIBUTES.contains(attribute);
        return !namesComputations
                || !arePaired(
                        old.instruction().calledComputations(),
                        now.instruction().calledComputations());
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
