package org.hloexplorer.roofline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The roofs of one machine.
 *
 * @param arithmetic at least one, the highest last
 * @param memory at least one, from the nearest level to the farthest
 */
public record Roofs(String machine, List<Roof> arithmetic, List<Roof> memory) {

    public Roofs {
        arithmetic = arithmetic.stream()
                .sorted(Comparator.comparingDouble(Roof::value))
                .toList();
        memory =
                memory.stream().sorted(Comparator.comparingLong(Roof::capacity)).toList();
        if (arithmetic.isEmpty() || memory.isEmpty()) {
            throw new IllegalArgumentException("a roofline needs an arithmetic and a memory roof");
        }
    }

    /** The most arithmetic the machine does. */
    public Roof peak() {
        return arithmetic.getLast();
    }

    /** The farthest level, usually DRAM. */
    public Roof farthestMemory() {
        return memory.getLast();
    }

    /** The same with another roof for the farthest level. */
    public Roofs withFarthest(Roof roof) {
        var others = new ArrayList<>(memory);
        others.set(others.size() - 1, roof);
        return new Roofs(machine, arithmetic, others);
    }

    /**
     * The level a kernel streams from when it runs again and again: the nearest one that holds all it touches.
     *
     * @param workingSet bytes the kernel reads and writes
     */
    public Roof memoryFor(double workingSet) {
        return memory.stream()
                .filter(roof -> workingSet <= roof.capacity())
                .findFirst()
                .orElseGet(this::farthestMemory);
    }

    /** The roof of a level, by the word that its name begins with: {@code L2}, {@code DRAM}. */
    public Optional<Roof> memoryNamed(String level) {
        return memory.stream()
                .filter(roof -> roof.name().equals(level) || roof.name().startsWith(level + " "))
                .findFirst();
    }

    /** The intensity, in flop/byte, from which arithmetic and no longer this memory is the limit. */
    public double ridge(Roof memoryRoof) {
        return peak().value() / memoryRoof.value();
    }
}
