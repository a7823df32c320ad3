package org.hloexplorer.pipeline.rewrite;

import java.util.stream.Collectors;
import org.hloexplorer.hlo.HloInstruction;

/** A line of text that shows an instruction in an event, so that the event can be read without the module. */
final class Snapshot {
    private Snapshot() {}

    /** Such as {@code %sum = f32[8]{0} add(%x, %zero)}. */
    static String of(HloInstruction instruction, ComputationEditor editor) {
        var operands = editor.operands(instruction).stream()
                .map(HloInstruction::toString)
                .collect(Collectors.joining(", ", "(", ")"));
        return "%s = %s %s%s"
                .formatted(instruction, instruction.shape(), instruction.op().mnemonic(), operands);
    }

    /** What an instruction became: only its name where it was there before. */
    static String after(HloInstruction now, HloInstruction before, boolean isNew, ComputationEditor editor) {
        return isNew || now.id() == before.id() ? of(now, editor) : now.toString();
    }
}
