package org.hloexplorer.pipeline.transforms;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;

/** Tells which computations do the same: same instructions in the same order, whatever their names and ids. */
public final class ComputationFingerprints {

    private record Line(HloOp op, Shape shape, List<Integer> operands) {}

    private record Body(List<Line> lines, int root) {}

    private final Map<Integer, Integer> representatives = new HashMap<>();

    public ComputationFingerprints(HloModule module) {
        var first = new HashMap<Body, Integer>();
        var called = module.computations().stream()
                .filter(computation -> computation.id() != module.entryId())
                .toList();
        for (var computation : called) {
            var earlier = first.putIfAbsent(bodyOf(computation), computation.id());
            representatives.put(computation.id(), earlier == null ? computation.id() : earlier);
        }
    }

    /** The first computation in the module that does the same as this one. */
    public int representative(int computationId) {
        return representatives.getOrDefault(computationId, computationId);
    }

    private Body bodyOf(HloComputation computation) {
        var positions = new HashMap<Integer, Integer>();
        computation.instructions().forEach(each -> positions.put(each.id(), positions.size()));
        var lines = new ArrayList<Line>(computation.instructions().size());
        for (var instruction : computation.instructions()) {
            lines.add(new Line(opOf(instruction.op()), instruction.shape(), operands(instruction, positions)));
        }
        return new Body(lines, positions.getOrDefault(computation.rootId(), -1));
    }

    private static List<Integer> operands(HloInstruction instruction, Map<Integer, Integer> positions) {
        var operands = new ArrayList<Integer>(instruction.operandCount());
        for (int i = 0; i < instruction.operandCount(); i++) {
            operands.add(positions.getOrDefault(instruction.operandId(i), -1));
        }
        return operands;
    }

    private HloOp opOf(HloOp op) {
        if (op.calledComputations().isEmpty()) {
            return op;
        }
        return op.withCalledComputations(
                op.calledComputations().stream().map(this::representative).toList());
    }
}
