package org.hloexplorer.hlo.text;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;

/**
 * The short form of asynchronous operations: {@code slice-start(%x), slice={[0:2]}} stands for an {@code async-start} of
 * a computation that does nothing but slice.
 *
 * @param opcode {@code async-start}, {@code async-update} or {@code async-done}
 * @param wrapped what is done meanwhile
 */
record AsyncSugar(HloOpcode opcode, HloOpcode wrapped) {

    private static final List<String> SUFFIXES = List.of("-start", "-update", "-done");
    private static final List<HloOpcode> OPCODES =
            List.of(HloOpcode.ASYNC_START, HloOpcode.ASYNC_UPDATE, HloOpcode.ASYNC_DONE);

    /** What this mnemonic is short for; empty where it is not. */
    static Optional<AsyncSugar> of(String mnemonic) {
        for (int i = 0; i < SUFFIXES.size(); i++) {
            if (mnemonic.endsWith(SUFFIXES.get(i))) {
                var opcode = OPCODES.get(i);
                var wrapped = mnemonic.substring(
                        0, mnemonic.length() - SUFFIXES.get(i).length());
                return HloOpcode.named(wrapped)
                        .filter(each -> each != HloOpcode.PARAMETER && each != HloOpcode.CONSTANT)
                        .map(each -> new AsyncSugar(opcode, each));
            }
        }
        return Optional.empty();
    }

    /** The operation that a computation does nothing but, with its parameters in order; empty where it does more. */
    static Optional<HloInstruction> wrapped(HloComputation computation) {
        var instructions = computation.instructions();
        var root = computation.root();
        if (root.operandCount() != instructions.size() - 1) {
            return Optional.empty();
        }
        for (int i = 0; i < root.operandCount(); i++) {
            boolean isParameter =
                    computation.operand(root, i).op() instanceof HloOp.Parameter(int number) && number == i;
            if (!isParameter) {
                return Optional.empty();
            }
        }
        return Optional.of(root);
    }

    /** The computations that short forms leave out: those that wrap one operation, and that only starts call. */
    static Set<Integer> wrappers(HloModule module) {
        var wrappers = new HashSet<Integer>();
        var others = new HashSet<Integer>();
        for (var computation : module.computations()) {
            for (var instruction : computation.instructions()) {
                (instruction.op() instanceof HloOp.Async ? wrappers : others).addAll(instruction.calledComputations());
            }
        }
        wrappers.removeAll(others);
        wrappers.removeIf(id -> id == module.entryId()
                || module.find(id).flatMap(AsyncSugar::wrapped).isEmpty());
        return wrappers;
    }

    /** The short mnemonic of an asynchronous operation around this one. */
    static String mnemonic(HloOpcode async, HloInstruction wrapped) {
        return wrapped.op().mnemonic() + SUFFIXES.get(OPCODES.indexOf(async));
    }
}
