package org.hloexplorer.pipeline.buffers;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PipelineRun;

/**
 * Who made the instructions that only move data, or only change its form: how many of each kind there are after a pass, how
 * many bytes they write, and how that differs from before it.
 */
public record MovementLedger(List<Line> lines) {
    /** What is counted. */
    public static final List<HloOpcode> COUNTED =
            List.of(HloOpcode.COPY, HloOpcode.TRANSPOSE, HloOpcode.CONVERT, HloOpcode.BITCAST);

    /** Instructions of one kind, and the bytes of their results. */
    public record Amount(int count, long bytes) {
        Amount plus(long more) {
            return new Amount(count + 1, bytes + more);
        }
    }

    /** A pass run that changed the number of one of the kinds. */
    public record Line(PassRun run, Map<HloOpcode, Amount> before, Map<HloOpcode, Amount> after) {

        public int added(HloOpcode opcode) {
            return amount(after, opcode).count() - amount(before, opcode).count();
        }

        public long addedBytes(HloOpcode opcode) {
            return amount(after, opcode).bytes() - amount(before, opcode).bytes();
        }

        public Amount after(HloOpcode opcode) {
            return amount(after, opcode);
        }

        private static Amount amount(Map<HloOpcode, Amount> amounts, HloOpcode opcode) {
            return amounts.getOrDefault(opcode, new Amount(0, 0));
        }

        boolean isChange() {
            return COUNTED.stream().anyMatch(each -> added(each) != 0 || addedBytes(each) != 0);
        }
    }

    public MovementLedger {
        lines = List.copyOf(lines);
    }

    /** The pass runs that changed a number, in order. */
    public static MovementLedger of(PipelineRun run) {
        return new MovementLedger(run.runs().stream()
                .filter(PassRun::isChanging)
                .map(each -> new Line(each, amounts(each.before()), amounts(each.after())))
                .filter(Line::isChange)
                .toList());
    }

    /** What a module holds of each kind, in fusions too. */
    public static Map<HloOpcode, Amount> amounts(HloModule module) {
        var amounts = new EnumMap<HloOpcode, Amount>(HloOpcode.class);
        for (var computation : module.computations()) {
            for (var instruction : computation.instructions()) {
                if (COUNTED.contains(instruction.opcode())) {
                    amounts.merge(
                            instruction.opcode(),
                            new Amount(1, instruction.shape().bytes()),
                            (old, now) -> old.plus(now.bytes()));
                }
            }
        }
        return amounts;
    }
}
