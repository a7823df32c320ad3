package org.hloexplorer.pipeline.kernel;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;

/** One thing that a plan does. */
public sealed interface PlanStep {

    /** Unique in the plan: the name of the instruction, numbered where a computation is called more than once. */
    String name();

    HloInstruction instruction();

    /**
     * Launches a kernel.
     *
     * @param buffers ids of plan buffers, one for each argument of the kernel
     */
    record Launch(String name, HloInstruction instruction, Kernel kernel, List<Integer> buffers) implements PlanStep {
        public Launch {
            buffers = List.copyOf(buffers);
        }
    }

    /**
     * Asks the reference evaluator.
     *
     * @param reason why the device does not compute it, in a sentence
     */
    record Reference(String name, HloInstruction instruction, List<PlanValue> operands, PlanValue result, String reason)
            implements PlanStep {
        public Reference {
            operands = List.copyOf(operands);
        }
    }
}
