package org.hloexplorer.pipeline.rewrite;

import java.util.HashMap;
import java.util.Map;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;

/** Which instructions do more than yield a value, and so must not be removed, merged or moved. */
public final class SideEffects {
    private final HloModule module;
    private final Map<Integer, Boolean> byComputation = new HashMap<>();

    public SideEffects(HloModule module) {
        this.module = module;
    }

    /** Whether the instruction, or one it calls, has a side effect. */
    public boolean of(HloInstruction instruction) {
        return ofItself(instruction)
                || instruction.calledComputations().stream()
                        .anyMatch(id -> module.find(id).map(this::of).orElse(false));
    }

    private boolean of(HloComputation computation) {
        var known = byComputation.get(computation.id());
        if (known == null) {
            known = computation.instructions().stream().anyMatch(this::of);
            byComputation.put(computation.id(), known);
        }
        return known;
    }

    /** Whether the instruction has a side effect, whatever it calls. */
    public static boolean ofItself(HloInstruction instruction) {
        return switch (instruction.op()) {
            case HloOp.Feed _, HloOp.Channel _, HloOp.RngGetAndUpdateState _ -> true;
            case HloOp.RandomNumbers random -> random.opcode() == HloOpcode.RNG;
            case HloOp.CustomCall call -> call.hasSideEffect();
            case HloOp.Collective collective -> collective.channelId().isPresent() || collective.constrainLayout();
            case HloOp.Unknown _ -> true;
            default -> false;
        };
    }
}
