package org.hloexplorer.pipeline.buffers;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Literal;

/** Works out what one instruction yields for these operands. */
@FunctionalInterface
interface InstructionWork {
    Literal evaluate(HloInstruction instruction, List<Literal> operands);
}
