package org.hloexplorer.hlo.verify;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;

/** Checks names, ids, order, operands and calls. */
final class StructureChecks {
    private final HloModule module;
    private final Findings findings;
    private final Set<Integer> ids = new HashSet<>();
    private final Map<Integer, Integer> computationPositions = new HashMap<>();
    private final Set<Integer> fused = new HashSet<>();

    StructureChecks(HloModule module, Findings findings) {
        this.module = module;
        this.findings = findings;
    }

    void check() {
        var names = new HashSet<String>();
        for (var computation : module.computations()) {
            computationPositions.put(computation.id(), computationPositions.size());
            if (!names.add(computation.name())) {
                findings.add(
                        FindingCode.DUPLICATE_NAME,
                        computation,
                        "another computation is named %s too".formatted(computation.name()));
            }
            checkId(computation.id(), computation);
        }
        if (module.find(module.entryId()).isEmpty()) {
            findings.add(FindingCode.ROOT_MISSING, "the entry is no computation of the module");
        }
        module.computations().forEach(this::check);
        new CallCycles(module, findings).check();
    }

    private void checkId(int id, HloComputation computation) {
        if (!ids.add(id)) {
            findings.add(FindingCode.DUPLICATE_ID, computation, "the id %d is taken twice".formatted(id));
        }
    }

    private void check(HloComputation computation) {
        var names = new HashSet<String>();
        var defined = new HashSet<Integer>();
        for (var instruction : computation.instructions()) {
            checkId(instruction.id(), computation);
            if (!names.add(instruction.name())) {
                findings.add(
                        FindingCode.DUPLICATE_NAME,
                        computation,
                        instruction,
                        "another instruction of this computation is named %s too".formatted(instruction.name()));
            }
            checkOperands(computation, instruction, defined);
            checkCalls(computation, instruction);
            defined.add(instruction.id());
        }
        if (!defined.contains(computation.rootId())) {
            findings.add(FindingCode.ROOT_MISSING, computation, "the root is no instruction of this computation");
        }
        checkControlPredecessors(computation, defined);
        checkParameters(computation);
    }

    private void checkOperands(HloComputation computation, HloInstruction instruction, Set<Integer> defined) {
        for (int i = 0; i < instruction.operandCount(); i++) {
            int operand = instruction.operandId(i);
            if (defined.contains(operand)) {
                continue;
            }
            if (computation.contains(operand)) {
                findings.add(
                        FindingCode.OPERAND_ORDER,
                        computation,
                        instruction,
                        "operand %s stands behind its user"
                                .formatted(computation.instruction(operand).name()));
            } else {
                findings.add(
                        FindingCode.OPERAND_MISSING,
                        computation,
                        instruction,
                        "operand %d is no instruction of this computation".formatted(i));
            }
        }
    }

    private void checkControlPredecessors(HloComputation computation, Set<Integer> defined) {
        for (var instruction : computation.instructions()) {
            for (int predecessor : instruction.annotations().controlPredecessors()) {
                if (!defined.contains(predecessor) || predecessor == instruction.id()) {
                    findings.add(
                            FindingCode.CONTROL_PREDECESSOR,
                            computation,
                            instruction,
                            "what must run before is no other instruction of this computation");
                }
            }
        }
    }

    private void checkCalls(HloComputation computation, HloInstruction instruction) {
        for (int callee : instruction.calledComputations()) {
            if (!computationPositions.containsKey(callee)) {
                findings.add(
                        FindingCode.CALLEE_MISSING,
                        computation,
                        instruction,
                        "it calls a computation that is not in the module");
            }
        }
        if (instruction.op() instanceof HloOp.Fusion fusion && !fused.add(fusion.computation())) {
            findings.add(
                    FindingCode.SHARED_FUSION,
                    computation,
                    instruction,
                    "its computation %s belongs to another fusion too"
                            .formatted(module.find(fusion.computation())
                                    .map(HloComputation::name)
                                    .orElse("?")));
        }
    }

    private void checkParameters(HloComputation computation) {
        var seen = new BitSet();
        int count = 0;
        for (var instruction : computation.instructions()) {
            if (instruction.op() instanceof HloOp.Parameter(int number)) {
                count++;
                boolean isUsable =
                        number >= 0 && number < computation.instructions().size() && !seen.get(number);
                if (!isUsable) {
                    findings.add(
                            FindingCode.PARAMETER_NUMBER,
                            computation,
                            instruction,
                            "the number %d is taken or too large".formatted(number));
                    return;
                }
                seen.set(number);
            }
        }
        if (seen.length() != count) {
            findings.add(
                    FindingCode.PARAMETER_NUMBER,
                    computation,
                    "parameter number %d is missing".formatted(seen.nextClearBit(0)));
        }
    }
}
