package org.hloexplorer.hlo.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.ProgramShape;
import org.jspecify.annotations.Nullable;

/** What has been read of a module so far: computations and instructions by id, and where they stand. */
final class ModuleState {
    private final SourceMap.Builder sources;
    private final List<HloComputation> computations = new ArrayList<>();
    private final Map<Integer, HloComputation> byId = new HashMap<>();
    private final Set<Integer> incomplete = new HashSet<>();
    private @Nullable HloInstruction[] instructions = new @Nullable HloInstruction[256];
    private int nextId;

    ModuleState(SourceMap.Builder sources) {
        this.sources = sources;
    }

    int newId() {
        return nextId++;
    }

    int nextId() {
        return nextId;
    }

    SourceMap.Builder sources() {
        return sources;
    }

    void add(HloInstruction instruction) {
        if (instruction.id() >= instructions.length) {
            instructions = Arrays.copyOf(instructions, Math.max(instruction.id() + 1, instructions.length * 2));
        }
        instructions[instruction.id()] = instruction;
    }

    HloInstruction instruction(int id) {
        var instruction = instructions[id];
        if (instruction == null) {
            throw new IllegalArgumentException("no instruction " + id);
        }
        return instruction;
    }

    void add(HloComputation computation) {
        computations.add(computation);
        byId.put(computation.id(), computation);
    }

    /** What a computation takes and gives. */
    ProgramShape program(int id) {
        var computation = byId.get(id);
        if (computation == null) {
            throw new IllegalArgumentException("no computation " + id);
        }
        return ProgramShape.of(computation);
    }

    List<HloComputation> computations() {
        return computations;
    }

    /** Remembers that an instruction is only a stand-in for what could not be read. */
    void markIncomplete(int id) {
        incomplete.add(id);
    }

    Set<Integer> incomplete() {
        return incomplete;
    }
}
