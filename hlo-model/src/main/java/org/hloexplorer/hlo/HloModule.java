package org.hloexplorer.hlo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A whole program: computations, callees before their callers, and the one it starts with.
 *
 * <p>Immutable. A pass makes a new module that shares the computations it left alone, so that a history of passes is
 * only a list of modules.
 */
public final class HloModule {
    private final String name;
    private final ModuleAttributes attributes;
    private final StackFrames stackFrames;
    private final List<HloComputation> computations;
    private final int entryId;
    private final int nextId;

    private volatile @Nullable Map<Integer, HloComputation> byId;
    private volatile long @Nullable [] owners;
    private volatile int instructionCount = -1;

    /**
     * A module.
     *
     * @param nextId an id above all ids that instructions and computations of this module, and of the versions it was
     *     made from, ever had
     */
    public HloModule(
            String name,
            ModuleAttributes attributes,
            StackFrames stackFrames,
            List<HloComputation> computations,
            int entryId,
            int nextId) {
        this.name = name;
        this.attributes = attributes;
        this.stackFrames = stackFrames;
        this.computations = List.copyOf(computations);
        this.entryId = entryId;
        this.nextId = nextId;
    }

    public String name() {
        return name;
    }

    public ModuleAttributes attributes() {
        return attributes;
    }

    public StackFrames stackFrames() {
        return stackFrames;
    }

    /** All computations, callees before their callers. */
    public List<HloComputation> computations() {
        return computations;
    }

    public int entryId() {
        return entryId;
    }

    public HloComputation entry() {
        return computation(entryId);
    }

    /** The first id that is free. */
    public int nextId() {
        return nextId;
    }

    /**
     * The computation with this id.
     *
     * @throws IllegalArgumentException where the module has none
     */
    public HloComputation computation(int computationId) {
        return find(computationId)
                .orElseThrow(
                        () -> new IllegalArgumentException("module " + name + " has no computation " + computationId));
    }

    public Optional<HloComputation> find(int computationId) {
        var known = byId;
        if (known == null) {
            known = HashMap.newHashMap(computations.size());
            for (var computation : computations) {
                known.put(computation.id(), computation);
            }
            byId = known;
        }
        return Optional.ofNullable(known.get(computationId));
    }

    public Optional<HloComputation> find(String computationName) {
        return computations.stream()
                .filter(each -> each.name().equals(computationName))
                .findFirst();
    }

    /** The computation that holds this instruction. */
    public Optional<HloComputation> computationOf(int instructionId) {
        var known = owners();
        int found = Arrays.binarySearch(known, (long) instructionId << Integer.SIZE);
        int at = found >= 0 ? found : -found - 1;
        return at < known.length && known[at] >> Integer.SIZE == instructionId
                ? Optional.of(computations.get((int) known[at]))
                : Optional.empty();
    }

    /** Ids of instructions, each with the place of its computation in the lower half, in order. */
    private long[] owners() {
        var known = owners;
        if (known == null) {
            known = new long[instructionCount()];
            int count = 0;
            for (int place = 0; place < computations.size(); place++) {
                for (var instruction : computations.get(place).instructions()) {
                    known[count++] = (long) instruction.id() << Integer.SIZE | place;
                }
            }
            Arrays.sort(known);
            owners = known;
        }
        return known;
    }

    /** The instruction with this id, in whichever computation. */
    public Optional<HloInstruction> findInstruction(int instructionId) {
        return computationOf(instructionId).map(computation -> computation.instruction(instructionId));
    }

    public List<HloComputation> called(HloInstruction instruction) {
        return instruction.calledComputations().stream().map(this::computation).toList();
    }

    /** The instructions, in all computations, that call this one. */
    public List<HloInstruction> callers(int computationId) {
        var callers = new ArrayList<HloInstruction>();
        for (var computation : computations) {
            for (var instruction : computation.instructions()) {
                if (instruction.calledComputations().contains(computationId)) {
                    callers.add(instruction);
                }
            }
        }
        return callers;
    }

    public int instructionCount() {
        int known = instructionCount;
        if (known < 0) {
            known = computations.stream()
                    .mapToInt(each -> each.instructions().size())
                    .sum();
            instructionCount = known;
        }
        return known;
    }

    public HloModule withName(String changed) {
        return new HloModule(changed, attributes, stackFrames, computations, entryId, nextId);
    }

    public HloModule withAttributes(ModuleAttributes changed) {
        return new HloModule(name, changed, stackFrames, computations, entryId, nextId);
    }

    /** Other computations, which use ids below {@code changedNextId}. */
    public HloModule withComputations(List<HloComputation> changed, int changedNextId) {
        return new HloModule(name, attributes, stackFrames, changed, entryId, Math.max(nextId, changedNextId));
    }

    /** The same module with one computation, known by its id, in a new version. */
    public HloModule withComputation(HloComputation changed, int changedNextId) {
        return withComputations(
                computations.stream()
                        .map(each -> each.id() == changed.id() ? changed : each)
                        .toList(),
                changedNextId);
    }

    @Override
    public String toString() {
        return name;
    }
}
