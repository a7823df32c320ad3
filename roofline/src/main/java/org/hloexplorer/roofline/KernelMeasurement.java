package org.hloexplorer.roofline;

import java.util.List;

/**
 * What one kernel did, and how long it took.
 *
 * @param name of the kernel, unique in its stage
 * @param instruction of the module that the kernel computes, for linking
 * @param instructionNames of the instructions whose work it does
 * @param origins ids of the instructions of the unfused program whose work it does, for trails
 * @param flops arithmetic without transcendentals, as XLA counts it: a multiply-add is two
 * @param transcendentals evaluations of {@code exp}, {@code tanh} …, which {@code flops} leaves out
 * @param bytes read and written
 * @param seconds one run
 * @param engine what ran it
 * @param ceilings arithmetic roofs of this kernel alone, below the machine's
 * @param evidence the same found in other ways
 */
public record KernelMeasurement(
        String name,
        int instruction,
        List<String> instructionNames,
        List<Integer> origins,
        Figure flops,
        Figure transcendentals,
        Figure bytes,
        Figure seconds,
        String engine,
        List<Roof> ceilings,
        Evidence evidence) {

    public KernelMeasurement {
        instructionNames = List.copyOf(instructionNames);
        origins = List.copyOf(origins);
        ceilings = List.copyOf(ceilings);
    }

    /** A kernel that was measured in one way. */
    public KernelMeasurement(
            String name,
            int instruction,
            List<String> instructionNames,
            List<Integer> origins,
            Figure flops,
            Figure transcendentals,
            Figure bytes,
            Figure seconds,
            String engine,
            List<Roof> ceilings) {
        this(
                name,
                instruction,
                instructionNames,
                origins,
                flops,
                transcendentals,
                bytes,
                seconds,
                engine,
                ceilings,
                Evidence.NONE);
    }

    /** A kernel that has only the machine's roofs above it. */
    public KernelMeasurement(
            String name,
            int instruction,
            List<String> instructionNames,
            List<Integer> origins,
            Figure flops,
            Figure transcendentals,
            Figure bytes,
            Figure seconds,
            String engine) {
        this(name, instruction, instructionNames, origins, flops, transcendentals, bytes, seconds, engine, List.of());
    }

    /** What it moved between the processor and each level of memory; empty where that is not known. */
    public List<LevelBytes> levels() {
        return evidence.levels();
    }

    /** Bytes that one launch reads and writes. */
    public double workingSet() {
        return bytes.value() / (double) evidence.launches();
    }

    /** Arithmetic per byte that a level of memory moved, in flop/byte; infinite where that level moved nothing. */
    public double intensity(LevelBytes level) {
        return flops.value() / level.bytes().value();
    }

    /** Arithmetic per byte moved, in flop/byte. */
    public double intensity() {
        return flops.value() / bytes.value();
    }

    /** In flop/s. */
    public double flopRate() {
        return flops.value() / seconds.value();
    }

    /** In byte/s. */
    public double byteRate() {
        return bytes.value() / seconds.value();
    }
}
