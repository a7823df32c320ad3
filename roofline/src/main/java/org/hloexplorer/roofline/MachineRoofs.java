package org.hloexplorer.roofline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.hloexplorer.pipeline.backend.cpu.Ceiling;
import org.hloexplorer.pipeline.backend.cpu.MachineCeilings;

/** The measured ceilings of this machine as roofs. */
public final class MachineRoofs {
    private MachineRoofs() {}

    private static final double GIGA = 1e9;

    /**
     * The roofs for programs that run on this many threads, or on as many as were measured below that.
     *
     * <p>A level's bandwidth is the best of reading, writing and triad, as a roof must not be lower than what a kernel
     * reaches by doing whichever suits it.
     */
    public static Roofs of(MachineCeilings machine, int threads) {
        int measured = machine.ceilings().stream()
                .mapToInt(Ceiling::threads)
                .filter(count -> count <= threads)
                .max()
                .orElse(1);
        var ceilings = machine.ceilings().stream()
                .filter(ceiling -> ceiling.threads() == measured)
                .toList();
        var arithmetic = ceilings.stream()
                .filter(ceiling -> !ceiling.kind().isBandwidth())
                .map(ceiling ->
                        Roof.arithmetic(ceiling.name(), ceiling.value() * GIGA, ceiling.spread(), ceiling.source()))
                .toList();
        return new Roofs(machine.processor(), arithmetic, memory(ceilings));
    }

    private static List<Roof> memory(List<Ceiling> ceilings) {
        var levels = ceilings.stream()
                .filter(ceiling -> ceiling.kind().isBandwidth())
                .map(Ceiling::level)
                .distinct()
                .toList();
        var roofs = new ArrayList<Roof>();
        for (var level : levels) {
            ceilings.stream()
                    .filter(ceiling ->
                            ceiling.kind().isBandwidth() && ceiling.level().equals(level))
                    .max(Comparator.comparingDouble(Ceiling::value))
                    .map(MachineRoofs::memory)
                    .ifPresent(roofs::add);
        }
        return roofs;
    }

    private static Roof memory(Ceiling best) {
        boolean isLast = best.level().equals("DRAM");
        long capacity = isLast ? Long.MAX_VALUE : best.workingSetBytes() * best.threads();
        return Roof.memory(best.name(), best.value() * GIGA, best.spread(), capacity, best.source());
    }
}
