package org.hloexplorer.pipeline.backend.tpu;

import org.hloexplorer.pipeline.backend.tpu.chip.VectorWork;

/**
 * An instruction that does not run on the array.
 *
 * @param instruction its id
 * @param name its name
 * @param opcode its opcode as XLA prints it
 * @param reason where it runs instead, in a sentence
 * @param work what it costs there, with the numbers; empty where only its transfers are timed
 */
public record Elsewhere(int instruction, String name, String opcode, String reason, String work) {

    private static final String REFERENCE = "values by the reference evaluator";

    /** What is said of work that a TPU does on its vector unit. */
    public static final String VECTOR_UNIT = "vector unit; " + REFERENCE;

    /** What is said of traffic between chips. */
    static final String INTERCONNECT =
            "interconnect: one chip is simulated, so that only its own memory's traffic is timed; " + REFERENCE;

    /** What is said of work that belongs on the array and does not run there. */
    static String notOnArray(String reason) {
        return "vector unit, not on the array: " + reason + "; " + REFERENCE;
    }

    /** What is said of work that the chip cannot do. */
    static String onHost(String reason) {
        return "host: " + reason + "; only transfers are timed, " + REFERENCE;
    }

    /** The numbers behind the cost. */
    static String work(VectorWork work) {
        return switch (work) {
            case VectorWork.Operations(long count, var formula) -> "%,d operations: %s".formatted(count, formula);
            case VectorWork.OnHost _ -> "";
            case VectorWork.None _ -> "nothing: it only renames what is there";
        };
    }
}
