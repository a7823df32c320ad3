package org.hloexplorer.pipeline.backend.tpu;

/**
 * An instruction that does not run on the array.
 *
 * @param instruction its id
 * @param name its name
 * @param opcode its opcode as XLA prints it
 * @param reason where it runs instead and what that leaves out, in a sentence
 */
public record Elsewhere(int instruction, String name, String opcode, String reason) {

    /** What is said of everything the array has no part in. */
    public static final String VECTOR_UNIT = "vector unit: values by the reference evaluator, cycles not modelled yet";
}
