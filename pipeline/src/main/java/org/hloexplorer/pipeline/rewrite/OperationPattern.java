package org.hloexplorer.pipeline.rewrite;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOpcode;

/**
 * An operation with patterns for its first operands.
 *
 * @param isAnyOrder whether the two operands of a commutative operation match in either order
 */
record OperationPattern(Set<HloOpcode> opcodes, List<Pattern> operands, boolean isAnyOrder) implements Pattern {
    OperationPattern {
        // Asked for each instruction and rule: a set of enums answers with a bit.
        opcodes = opcodes.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(opcodes));
        operands = List.copyOf(operands);
    }

    @Override
    public boolean match(HloInstruction at, Match match, BooleanSupplier rest) {
        if (!opcodes.contains(at.opcode()) || at.operandCount() < operands.size()) {
            return false;
        }
        if (operands.size() != 2 || !isAnyOrder || !at.opcode().isCommutative()) {
            return matchFrom(0, at, match, rest);
        }
        return matchBoth(at, 0, 1, match, rest) || matchBoth(at, 1, 0, match, rest);
    }

    private boolean matchFrom(int index, HloInstruction at, Match match, BooleanSupplier rest) {
        return index == operands.size()
                ? rest.getAsBoolean()
                : operands.get(index)
                        .match(match.operand(at, index), match, () -> matchFrom(index + 1, at, match, rest));
    }

    private boolean matchBoth(HloInstruction at, int left, int right, Match match, BooleanSupplier rest) {
        return operands.get(0)
                .match(
                        match.operand(at, left),
                        match,
                        () -> operands.get(1).match(match.operand(at, right), match, rest));
    }
}
