package org.hloexplorer.hlo.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;

/**
 * The cost of each instruction, computation and of the module as XLA's HloCostAnalysis defines it.
 *
 * <p>A loop counts one iteration of its body and condition; a conditional its dearest branch, count by count. XLA adds in
 * single precision, so that its totals above 2^24 are rounded where these are exact.
 */
public final class HloCostAnalysis {

    /** Where the figures come from, for whoever shows them. */
    public static final String SOURCE = "analytic, by the rules of XLA's HloCostAnalysis";

    private final HloModule module;
    private final Map<Integer, Cost> byInstruction = new HashMap<>();
    private final Map<Integer, Cost> byComputation = new HashMap<>();
    private final List<HloInstruction> unknown = new ArrayList<>();

    private HloCostAnalysis(HloModule module) {
        this.module = module;
    }

    /** Analyses all computations of a module. */
    public static HloCostAnalysis of(HloModule module) {
        var analysis = new HloCostAnalysis(module);
        module.computations().forEach(analysis::computationCost);
        return analysis;
    }

    /** The cost of the entry computation, with all that it calls; calls of unknown cost are left out. */
    public Cost total() {
        return cost(module.entry());
    }

    /**
     * The cost of one instruction.
     *
     * @throws IllegalArgumentException where the module has none with this id
     */
    public Cost cost(HloInstruction instruction) {
        var cost = byInstruction.get(instruction.id());
        if (cost == null) {
            throw new IllegalArgumentException("the module has no " + instruction + " of id " + instruction.id());
        }
        return cost;
    }

    /** The sum over the instructions of a computation. */
    public Cost cost(HloComputation computation) {
        return computationCost(computation);
    }

    /** Custom calls and operations of a newer XLA, whose cost nobody can count. */
    public List<HloInstruction> unknown() {
        return List.copyOf(unknown);
    }

    /** Of a callee; callees come before their callers, but a module that is being edited may be in any order. */
    Cost computationCost(int computationId) {
        return computationCost(module.computation(computationId));
    }

    private Cost computationCost(HloComputation computation) {
        var known = byComputation.get(computation.id());
        if (known != null) {
            return known;
        }
        var sum = Cost.NONE;
        for (var instruction : computation.instructions()) {
            var cost = new InstructionCost(this, computation, instruction).evaluate();
            byInstruction.put(instruction.id(), cost);
            if (cost.isKnown()) {
                sum = sum.plus(cost);
            } else {
                unknown.add(instruction);
            }
        }
        byComputation.put(computation.id(), sum);
        return sum;
    }

    HloComputation computation(int id) {
        return module.computation(id);
    }
}
