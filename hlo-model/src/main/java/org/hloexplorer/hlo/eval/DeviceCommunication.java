package org.hloexplorer.hlo.eval;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Literal;

/** One device among others that run the same module. */
record DeviceCommunication(int device, int replicas, int partitions, Rendezvous rendezvous) implements Communication {

    @Override
    public int replica() {
        return device / partitions;
    }

    @Override
    public int partition() {
        return device % partitions;
    }

    @Override
    public List<List<Literal>> exchange(HloInstruction instruction, List<Literal> operands) {
        return rendezvous.exchange(device, instruction, operands);
    }
}
