package org.hloexplorer.hlo.eval;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Literal;

/** How one simulated device meets the others: replicas of a program, each perhaps cut into partitions. */
interface Communication {

    int replica();

    int partition();

    int replicas();

    int partitions();

    /**
     * Hands over this device's operands and waits for those of all devices.
     *
     * @return the operands of each device, by {@code replica * partitions + partition}
     */
    List<List<Literal>> exchange(HloInstruction instruction, List<Literal> operands);

    /** A device that is alone. */
    Communication NONE = new Communication() {
        @Override
        public int replica() {
            return 0;
        }

        @Override
        public int partition() {
            return 0;
        }

        @Override
        public int replicas() {
            return 1;
        }

        @Override
        public int partitions() {
            return 1;
        }

        @Override
        public List<List<Literal>> exchange(HloInstruction instruction, List<Literal> operands) {
            return List.of(operands);
        }
    };
}
