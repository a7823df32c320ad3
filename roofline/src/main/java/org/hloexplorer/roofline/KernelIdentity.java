package org.hloexplorer.roofline;

import java.util.List;

/**
 * Which kernel it is.
 *
 * @param name unique in its stage
 * @param instruction of the module that the kernel computes, for linking
 * @param instructionNames of the instructions whose work it does
 * @param origins ids of the instructions of the unfused program whose work it does, for trails
 */
public record KernelIdentity(String name, int instruction, List<String> instructionNames, List<Integer> origins) {
    public KernelIdentity {
        instructionNames = List.copyOf(instructionNames);
        origins = List.copyOf(origins);
    }

    /** A kernel that does the work of one instruction, which has its name. */
    public static KernelIdentity of(String name, int instruction) {
        return new KernelIdentity(name, instruction, List.of(name), List.of(instruction));
    }
}
