package org.hloexplorer.hlo.verify;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.ProgramShape;
import org.hloexplorer.hlo.Shape;

/** Checks the shape of each instruction against its operation. Where structure is broken, there is nothing to check. */
final class ShapeChecks {
    private final HloModule module;
    private final Findings findings;
    private final Map<Integer, ProgramShape> programs = new HashMap<>();

    ShapeChecks(HloModule module, Findings findings) {
        this.module = module;
        this.findings = findings;
    }

    void check() {
        for (var computation : module.computations()) {
            if (computation.contains(computation.rootId())) {
                programs.put(computation.id(), ProgramShape.of(computation));
            }
        }
        for (var computation : module.computations()) {
            for (var instruction : computation.instructions()) {
                check(computation, instruction);
            }
        }
    }

    private void check(HloComputation computation, HloInstruction instruction) {
        if (!isConnected(computation, instruction)) {
            return;
        }
        var operands = new ArrayList<Shape>(instruction.operandCount());
        for (int i = 0; i < instruction.operandCount(); i++) {
            operands.add(computation.operand(instruction, i).shape());
        }
        report(
                computation,
                instruction,
                ShapeInference.check(instruction.op(), operands, instruction.shape(), this::program));
        if (instruction.op() instanceof HloOp.Async async) {
            checkChain(computation, instruction, async);
        }
    }

    private void report(HloComputation computation, HloInstruction instruction, List<ShapeProblem> problems) {
        for (var problem : problems) {
            findings.add(problem.code(), computation, instruction, problem.message());
        }
    }

    private ProgramShape program(int id) {
        var program = programs.get(id);
        if (program == null) {
            throw new IllegalStateException("computation " + id + " was there before");
        }
        return program;
    }

    private boolean isConnected(HloComputation computation, HloInstruction instruction) {
        for (int i = 0; i < instruction.operandCount(); i++) {
            if (!computation.contains(instruction.operandId(i))) {
                return false;
            }
        }
        return programs.keySet().containsAll(instruction.calledComputations());
    }

    /** An update or done follows a start or update of the same computation. */
    private void checkChain(HloComputation computation, HloInstruction instruction, HloOp.Async async) {
        if (async.opcode() == HloOpcode.ASYNC_START || instruction.operandCount() == 0) {
            return;
        }
        var before = computation.operand(instruction, 0).op();
        boolean follows = before instanceof HloOp.Async(var opcode, var called, var _)
                && opcode != HloOpcode.ASYNC_DONE
                && called == async.computation();
        if (!follows) {
            findings.add(
                    FindingCode.ASYNC_CHAIN,
                    computation,
                    instruction,
                    "its operand is no start or update of the same asynchronous operation");
        }
    }
}
