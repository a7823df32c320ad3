package org.hloexplorer.app.cli;

import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.HloPrinter;

/** A module as JSON has it. */
record ModuleLine(String name, String entry, List<Computation> computations) {

    record Computation(String name, String root, List<Instruction> instructions) {}

    /**
     * An instruction.
     *
     * @param value of a constant, as in text; empty for all others
     */
    record Instruction(
            String name,
            String opcode,
            String shape,
            List<String> operands,
            List<String> calls,
            String value,
            Map<String, String> attributes) {}

    static ModuleLine of(HloModule module) {
        return new ModuleLine(
                module.name(),
                module.entry().name(),
                module.computations().stream()
                        .map(each -> computation(module, each))
                        .toList());
    }

    private static Computation computation(HloModule module, HloComputation computation) {
        return new Computation(
                computation.name(),
                computation.root().name(),
                computation.instructions().stream()
                        .map(each -> instruction(module, computation, each))
                        .toList());
    }

    private static Instruction instruction(HloModule module, HloComputation computation, HloInstruction instruction) {
        return new Instruction(
                instruction.name(),
                instruction.opcode().toString(),
                instruction.shape().toString(),
                computation.operands(instruction).stream()
                        .map(HloInstruction::name)
                        .toList(),
                module.called(instruction).stream().map(HloComputation::name).toList(),
                HloPrinter.printValue(instruction),
                HloPrinter.attributes(module, computation, instruction));
    }
}
