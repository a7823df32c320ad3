package org.hloexplorer.visualizers.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.diff.AttributeChange;
import org.hloexplorer.hlo.diff.DiffState;
import org.hloexplorer.hlo.diff.HloDiff;
import org.hloexplorer.hlo.diff.ModuleDiff;
import org.hloexplorer.visualizers.Words;
import org.jspecify.annotations.Nullable;

/**
 * Two versions of one module, compared level by level: what moved to another computation is gone from its old level.
 *
 * <p>The comparison is made when it is first asked for, so that it can be made off the JavaFX thread.
 */
public final class VersionPair {
    private static final String SHAPE = "shape";

    private final HloModule before;
    private final HloModule after;
    private final Map<Place, DifferenceState> states = new ConcurrentHashMap<>();
    private @Nullable ModuleDiff diff;

    /** A fusion is asked about with all that is in it, by its node, its notes, its neighbours. */
    private record Place(int computation, int instruction) {}

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

    private synchronized ModuleDiff diff() {
        var known = diff;
        if (known == null) {
            known = HloDiff.between(before, after);
            diff = known;
        }
        return known;
    }

    /** What became of an instruction in the computation with this id, which may be in one version only. */
    DifferenceState state(int computationId, int instructionId) {
        var place = new Place(computationId, instructionId);
        var known = states.get(place);
        if (known == null) {
            known = compare(computationId, instructionId);
            states.put(place, known);
        }
        return known;
    }

    private DifferenceState compare(int computationId, int instructionId) {
        var old = find(before, computationId, instructionId);
        var now = find(after, computationId, instructionId);
        if (old.isEmpty() || now.isEmpty()) {
            return now.isPresent() ? DifferenceState.ADDED : DifferenceState.REMOVED;
        }
        boolean same = diff().stateAfter(instructionId) == DiffState.SAME
                && changedBodies(now.get()).isEmpty();
        return same ? DifferenceState.SAME : DifferenceState.CHANGED;
    }

    /** What differs in a changed instruction, or where a removed one went, in words. */
    List<String> notes(int computationId, int instructionId) {
        return switch (state(computationId, instructionId)) {
            case CHANGED -> changes(instructionId);
            case REMOVED -> whereItWent(instructionId);
            case ADDED -> whereItCameFrom(instructionId);
            case NONE, SAME -> List.of();
        };
    }

    private List<String> changes(int instructionId) {
        var notes = new ArrayList<>(diff().changes(instructionId).stream()
                .map(AttributeChange::toString)
                .toList());
        after.findInstruction(instructionId).ifPresent(now -> notes.addAll(changedBodies(now)));
        return notes;
    }

    boolean isShapeChanged(int computationId, int instructionId) {
        return state(computationId, instructionId) == DifferenceState.CHANGED
                && diff().changes(instructionId).stream()
                        .anyMatch(each -> each.attribute().equals(SHAPE));
    }

    private List<String> changedBodies(HloInstruction now) {
        return now.calledComputations().stream()
                .filter(this::isBodyChanged)
                .flatMap(id -> after.find(id).stream())
                .map(body -> Words.say("graph.bodyChanged", body.toString()))
                .toList();
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

    private List<String> whereItWent(int instructionId) {
        var counterpart = diff().counterpartAfter(instructionId);
        if (counterpart.isPresent()) {
            var body = diff().computationAfter(counterpart.getAsInt());
            return List.of(Words.say("graph.movedTo", body.toString()));
        }
        var names = diff().successors(instructionId).stream()
                .flatMap(id -> after.findInstruction(id).stream())
                .map(HloInstruction::toString)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? List.of() : List.of(Words.say("graph.became", names));
    }

    private List<String> whereItCameFrom(int instructionId) {
        var names = after.findInstruction(instructionId).stream()
                .flatMap(now -> now.originIds().stream())
                .flatMap(id -> before.findInstruction(id).stream())
                .map(HloInstruction::toString)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? List.of() : List.of(Words.say("graph.madeFrom", names));
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
