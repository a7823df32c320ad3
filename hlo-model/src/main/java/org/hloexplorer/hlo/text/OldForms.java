package org.hloexplorer.hlo.text;

import java.util.Map;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.jspecify.annotations.Nullable;

/** How HLO was written before it was as it is now: opcodes that became others, attributes that were renamed. */
final class OldForms {
    /** Six operations, until 2019; one since. */
    private static final Map<String, ComparisonDirection> COMPARISONS = Map.of(
            "equal-to", ComparisonDirection.EQ,
            "not-equal-to", ComparisonDirection.NE,
            "greater-than-or-equal-to", ComparisonDirection.GE,
            "greater-than", ComparisonDirection.GT,
            "less-than-or-equal-to", ComparisonDirection.LE,
            "less-than", ComparisonDirection.LT);

    private static final Map<String, HloOpcode> RENAMED =
            Map.of("cross-replica-sum", HloOpcode.ALL_REDUCE, "tuple-select", HloOpcode.SELECT);

    private static final Map<String, AttributeName> RENAMED_ATTRIBUTES = Map.of(
            "all_reduce_id", AttributeName.CHANNEL_ID,
            "async_thread_name", AttributeName.ASYNC_EXECUTION_THREAD,
            "opaque", AttributeName.BACKEND_CONFIG,
            "custom_call_opaque", AttributeName.BACKEND_CONFIG);

    private OldForms() {}

    /** The opcode that does today what one of this name did, if that has another name. */
    static @Nullable HloOpcode renamed(String mnemonic) {
        return RENAMED.get(mnemonic);
    }

    static boolean isComparison(String mnemonic) {
        return COMPARISONS.containsKey(mnemonic);
    }

    /** The comparison that once was an operation of its own. */
    static HloOp comparison(String mnemonic) {
        var direction = COMPARISONS.get(mnemonic);
        if (direction == null) {
            throw new IllegalArgumentException(mnemonic + " is no comparison");
        }
        return new HloOp.Compare(direction, null);
    }

    /** Whether this operation only left a mark in a profile; it is left out. */
    static boolean isMark(String mnemonic) {
        return mnemonic.equals("trace");
    }

    static @Nullable AttributeName renamedAttribute(String name) {
        return RENAMED_ATTRIBUTES.get(name);
    }
}
