package org.hloexplorer.roofline;

import java.util.List;

/**
 * What one kernel did, and how long it took.
 *
 * @param engine what ran it
 * @param ceilings arithmetic roofs of this kernel alone, below the machine's
 * @param evidence the same found in other ways
 */
public record KernelMeasurement(
        KernelIdentity identity, Amounts amounts, String engine, List<Roof> ceilings, Evidence evidence) {

    public KernelMeasurement {
        ceilings = List.copyOf(ceilings);
    }

    /** A kernel that was measured in one way, with only the machine's roofs above it. */
    public KernelMeasurement(KernelIdentity identity, Amounts amounts, String engine) {
        this(identity, amounts, engine, List.of(), Evidence.NONE);
    }

    /** The same with roofs of its own. */
    public KernelMeasurement below(List<Roof> own) {
        return new KernelMeasurement(identity, amounts, engine, own, evidence);
    }

    public String name() {
        return identity.name();
    }

    public int instruction() {
        return identity.instruction();
    }

    public List<String> instructionNames() {
        return identity.instructionNames();
    }

    public List<Integer> origins() {
        return identity.origins();
    }

    public Figure flops() {
        return amounts.flops();
    }

    public Figure transcendentals() {
        return amounts.transcendentals();
    }

    public Figure bytes() {
        return amounts.bytes();
    }

    public Figure seconds() {
        return amounts.seconds();
    }

    /** What it moved between the processor and each level of memory; empty where that is not known. */
    public List<LevelBytes> levels() {
        return evidence.levels();
    }

    /** Bytes that one launch reads and writes. */
    public double workingSet() {
        return bytes().value() / (double) evidence.launches();
    }

    /** Arithmetic per byte that a level of memory moved, in flop/byte; infinite where that level moved nothing. */
    public double intensity(LevelBytes level) {
        return flops().value() / level.bytes().value();
    }

    /** Arithmetic per byte moved, in flop/byte. */
    public double intensity() {
        return flops().value() / bytes().value();
    }

    /** In flop/s. */
    public double flopRate() {
        return flops().value() / seconds().value();
    }

    /** In byte/s. */
    public double byteRate() {
        return bytes().value() / seconds().value();
    }
}
