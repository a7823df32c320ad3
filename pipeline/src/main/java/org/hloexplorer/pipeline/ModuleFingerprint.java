package org.hloexplorer.pipeline;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;

/** A number for what a module computes and how, layouts included; names and ids do not count. */
final class ModuleFingerprint {
    private final Map<Integer, Long> instructions = new HashMap<>();
    private final Map<Integer, Long> computations = new HashMap<>();

    private ModuleFingerprint() {}

    /** Comparable within one run of the program only. */
    static long of(HloModule module) {
        var fingerprint = new ModuleFingerprint();
        module.computations().forEach(fingerprint::add);
        return mix(fingerprint.computations.getOrDefault(module.entryId(), 0L), module.instructionCount());
    }

    private void add(HloComputation computation) {
        long unused = 0;
        for (var instruction : computation.instructions()) {
            long print = print(instruction);
            instructions.put(instruction.id(), print);
            unused += computation.users(instruction).isEmpty() ? print : 0;
        }
        computations.put(computation.id(), mix(instructions.getOrDefault(computation.rootId(), 0L), unused));
    }

    private long print(HloInstruction instruction) {
        var callees = instruction.calledComputations();
        var op = callees.isEmpty()
                ? instruction.op()
                : instruction.op().withCalledComputations(Collections.nCopies(callees.size(), 0));
        long print = mix(
                mix(op.opcode().mnemonic().hashCode(), op.hashCode()),
                instruction.shape().hashCode());
        for (int i = 0; i < instruction.operandCount(); i++) {
            print = mix(print, instructions.getOrDefault(instruction.operandId(i), 0L));
        }
        for (int callee : callees) {
            print = mix(print, computations.getOrDefault(callee, 0L));
        }
        return print;
    }

    private static long mix(long a, long b) {
        long mixed = a * 0x9E3779B97F4A7C15L + b;
        mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
        return mixed ^ (mixed >>> 29);
    }
}
