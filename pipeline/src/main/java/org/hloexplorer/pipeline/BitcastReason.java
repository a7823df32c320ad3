package org.hloexplorer.pipeline;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOpcode;

/** Why a bitcast is there: how its operand lies and who made it like that, and who reads the same bytes as what. */
public final class BitcastReason {
    private static final int MOST_READERS = 3;

    private BitcastReason() {}

    /**
     * Both sides of a bitcast, as the rest of a sentence behind {@code because}.
     *
     * @param layout why the operand lies as it does, as a clause; empty where no pass said so
     */
    public static String of(HloComputation computation, HloInstruction bitcast, Optional<String> layout) {
        var source = computation.operand(bitcast, 0);
        return "%s is %s, %s; %s the same %d bytes as %s, so that nothing has to move"
                .formatted(
                        source,
                        source.shape(),
                        layout.map(reason -> "as " + reason).orElseGet(() -> maker(source)),
                        readers(computation, bitcast),
                        source.shape().bytes(),
                        bitcast.shape());
    }

    private static String maker(HloInstruction source) {
        return source.opcode() == HloOpcode.PARAMETER
                ? "as it is handed over"
                : "as its %s makes it".formatted(source.op().mnemonic());
    }

    private static String readers(HloComputation computation, HloInstruction bitcast) {
        var users = computation.users(bitcast);
        if (users.isEmpty()) {
            return computation.rootId() == bitcast.id() ? "%s yields".formatted(computation) : "nobody reads";
        }
        var verb = users.size() == 1 ? "reads" : "read";
        var yielded = computation.rootId() == bitcast.id() ? "%s yields and ".formatted(computation) : "";
        return "%s%s %s".formatted(yielded, names(users), verb);
    }

    private static String names(List<HloInstruction> users) {
        var names = users.stream()
                .limit(MOST_READERS)
                .map(user -> "%s (%s)".formatted(user, user.op().mnemonic()))
                .collect(Collectors.joining(", "));
        int more = users.size() - MOST_READERS;
        return more <= 0 ? names : "%s and %d more".formatted(names, more);
    }
}
