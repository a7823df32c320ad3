package org.hloexplorer.visualizers.memory;

import java.util.Locale;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.buffers.MovementLedger;

/** A line of the ledger: the pass, and how many of each kind it made or removed. */
final class LedgerText {
    private LedgerText() {}

    static String of(MovementLedger.Line line) {
        return "%s / %s: %s"
                .formatted(
                        line.run().pipeline(),
                        line.run().pass(),
                        MovementLedger.COUNTED.stream()
                                .filter(each -> line.added(each) != 0 || line.addedBytes(each) != 0)
                                .map(each -> amount(line, each))
                                .collect(Collectors.joining(", ")));
    }

    private static String amount(MovementLedger.Line line, HloOpcode opcode) {
        return String.format(
                Locale.ROOT,
                "%+d %s (%+,d\u202fB, now %d)",
                line.added(opcode),
                opcode.mnemonic(),
                line.addedBytes(opcode),
                line.after(opcode).count());
    }
}
