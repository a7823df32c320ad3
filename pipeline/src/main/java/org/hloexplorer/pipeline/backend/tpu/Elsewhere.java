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

    private static final String NOT_MODELLED = "values by the reference evaluator, cycles not modelled yet";

    /** What is said of work that a TPU does on its vector unit. */
    public static final String VECTOR_UNIT = "vector unit: " + NOT_MODELLED;

    /** What is said of traffic between chips. */
    static final String INTERCONNECT = "interconnect: " + NOT_MODELLED;

    /** What is said of calls whose meaning only the caller knows. */
    static final String CALL_OUT = "a call out of the program: " + NOT_MODELLED;

    /** What is said of work that belongs on the array and does not run there. */
    static String notOnArray(String reason) {
        return "not on the array: " + reason + "; " + NOT_MODELLED;
    }
}
