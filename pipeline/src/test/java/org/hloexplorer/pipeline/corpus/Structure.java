package org.hloexplorer.pipeline.corpus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;

/**
 * What a module computes, by which operations and how many of them, whatever things are called. Of equal constants, or
 * equal values of any kind, it does not matter which one is used.
 */
record Structure(Object entry, int instructions) {

    static Structure of(HloModule module) {
        var values = new Values();
        module.computations().forEach(values::add);
        int instructions = module.computations().stream()
                .mapToInt(computation -> computation.instructions().size())
                .sum();
        return new Structure(values.computation(module.entryId()), instructions);
    }

    /** A node of the expression that an instruction stands for; equal ones hash alike, and hashes are kept. */
    private record Value(int hash, Object op, Shape shape, List<Object> callees, List<Value> operands) {
        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        @SuppressWarnings("EqualsUsingHashCode") // Comparing operands whole takes time exponential in their depth.
        public boolean equals(Object other) {
            return this == other
                    || (other instanceof Value(int itsHash, var itsOp, var itsShape, var itsCallees, var itsOperands)
                            && hash == itsHash
                            && op.equals(itsOp)
                            && shape.equals(itsShape)
                            && callees.equals(itsCallees)
                            && operands.size() == itsOperands.size()
                            && operands.hashCode() == itsOperands.hashCode());
        }
    }

    /** Numbers the values of all computations, callees first. */
    private static final class Values {
        private final Map<Integer, Value> instructions = new HashMap<>();
        private final Map<Integer, Object> computations = new HashMap<>();

        void add(HloComputation computation) {
            var unused = new ArrayList<Integer>();
            for (var instruction : computation.instructions()) {
                var value = valueOf(instruction);
                instructions.put(instruction.id(), value);
                if (computation.users(instruction).isEmpty() && instruction.id() != computation.rootId()) {
                    unused.add(value.hash());
                }
            }
            unused.sort(null);
            computations.put(computation.id(), List.of(instruction(computation.rootId()), unused));
        }

        Object computation(int id) {
            return Objects.requireNonNull(computations.get(id));
        }

        private Value instruction(int id) {
            return Objects.requireNonNull(instructions.get(id));
        }

        private Value valueOf(HloInstruction instruction) {
            var callees = instruction.op().calledComputations();
            var op = instruction
                    .op()
                    .withCalledComputations(callees.stream().map(_ -> 0).toList());
            var called = callees.stream().map(this::computation).toList();
            var operands = new ArrayList<Value>();
            for (int operand : instruction.operandIds()) {
                operands.add(instruction(operand));
            }
            var shape = instruction.shape();
            var plain = op instanceof HloOp.Constant constant ? constant.literal() : op;
            int hash = Objects.hash(
                    op.opcode().mnemonic(), op instanceof HloOp.Constant ? 0 : op, shape, called, operands);
            return new Value(hash, plain, shape, called, operands);
        }
    }
}
