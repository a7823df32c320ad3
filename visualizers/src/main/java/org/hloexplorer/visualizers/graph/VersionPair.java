package org.hloexplorer.visualizers.graph;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;

/** Two versions of one module, compared computation by computation through the ids that survive. */
public final class VersionPair {
    private final HloModule before;
    private final HloModule after;
    private final Map<Long, DifferenceState> known = new HashMap<>();

    public VersionPair(HloModule before, HloModule after) {
        this.before = before;
        this.after = after;
    }

    public HloModule before() {
        return before;
    }

    public HloModule after() {
        return after;
    }

    /** What became of an instruction in the computation with this id, which may be in one version only. */
    synchronized DifferenceState state(int computationId, int instructionId) {
        long key = (long) computationId << 32 | instructionId;
        var state = known.get(key);
        if (state == null) {
            state = compare(computationId, instructionId);
            known.put(key, state);
        }
        return state;
    }

    private DifferenceState compare(int computationId, int instructionId) {
        var old = find(before, computationId, instructionId);
        var now = find(after, computationId, instructionId);
        if (old.isEmpty() || now.isEmpty()) {
            return now.isPresent() ? DifferenceState.ADDED : DifferenceState.REMOVED;
        }
        return changes(old.get(), now.get()).isEmpty() ? DifferenceState.SAME : DifferenceState.CHANGED;
    }

    /** What differs between the two sides of a changed instruction. */
    Set<Change> changes(int computationId, int instructionId) {
        var old = find(before, computationId, instructionId);
        var now = find(after, computationId, instructionId);
        return old.isPresent() && now.isPresent() ? changes(old.get(), now.get()) : Set.of();
    }

    private Set<Change> changes(HloInstruction old, HloInstruction now) {
        var changes = new LinkedHashSet<Change>();
        if (old != now) {
            if (!old.op().equals(now.op())) {
                changes.add(old.opcode() == now.opcode() ? Change.ATTRIBUTES : Change.OPCODE);
            }
            if (!old.shape().equals(now.shape())) {
                changes.add(old.shape().isCompatible(now.shape()) ? Change.LAYOUT : Change.SHAPE);
            }
            if (!Arrays.equals(old.operandIds(), now.operandIds())) {
                changes.add(Change.OPERANDS);
            }
        }
        if (now.calledComputations().stream().anyMatch(this::isBodyChanged)) {
            changes.add(Change.BODY);
        }
        return changes;
    }

    private boolean isBodyChanged(int computationId) {
        var old = before.find(computationId).orElse(null);
        var now = after.find(computationId).orElse(null);
        if (old == null || now == null || old == now) {
            return old != now;
        }
        return old.instructions().size() != now.instructions().size()
                || now.instructions().stream().anyMatch(each -> state(now.id(), each.id()) != DifferenceState.SAME);
    }

    private static Optional<HloInstruction> find(HloModule module, int computationId, int instructionId) {
        return module.find(computationId).flatMap(computation -> computation.find(instructionId));
    }

    static boolean hasEdge(HloModule module, int computationId, int producer, int consumer) {
        return find(module, computationId, consumer)
                .map(each -> each.hasOperand(producer))
                .orElse(false);
    }
}
