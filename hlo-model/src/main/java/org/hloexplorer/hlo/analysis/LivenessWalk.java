package org.hloexplorer.hlo.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;

/** Finds which instructions make values, which only pass them on, and when each value is used last. */
final class LivenessWalk {
    private final HloModule module;
    private final Map<Integer, Long> temporaries = new HashMap<>();

    LivenessWalk(HloModule module) {
        this.module = module;
    }

    HloLiveness of(HloComputation computation) {
        int count = computation.instructions().size();
        var roots = new Values[count];
        var lastUses = new int[count];
        var extra = new long[count];
        for (int position = 0; position < count; position++) {
            var instruction = computation.instructions().get(position);
            roots[position] = valuesOf(computation, instruction, position, roots);
            lastUses[position] = position;
            for (int id : passesOn(instruction) ? new int[0] : instruction.operandIds()) {
                for (int maker : roots[computation.position(id)].makers()) {
                    lastUses[maker] = Math.max(lastUses[maker], position);
                }
            }
            extra[position] = calleeBytes(instruction);
        }
        int last = count - 1;
        for (int maker : roots[computation.position(computation.rootId())].makers()) {
            lastUses[maker] = last;
        }
        return new HloLiveness(computation, liveValues(computation, roots, lastUses), extra);
    }

    private static List<HloLiveness.LiveValue> liveValues(HloComputation computation, Values[] roots, int[] lastUses) {
        var values = new ArrayList<HloLiveness.LiveValue>();
        int last = lastUses.length - 1;
        for (int position = 0; position <= last; position++) {
            var instruction = computation.instructions().get(position);
            long bytes = instruction.opcode() == HloOpcode.CONSTANT ? 0 : ShapeSize.of(instruction.shape());
            if (bytes > 0 && roots[position].makers().contains(position)) {
                boolean isParameter = instruction.op() instanceof HloOp.Parameter;
                values.add(new HloLiveness.LiveValue(
                        instruction, isParameter ? 0 : position, isParameter ? last : lastUses[position], bytes));
            }
        }
        return values;
    }

    /** Where the parts of a value come from: for a tuple one entry per element, else one. */
    private record Values(List<Values> elements, TreeSet<Integer> makers) {
        static Values madeAt(int position) {
            return new Values(List.of(), new TreeSet<>(List.of(position)));
        }

        static Values tuple(List<Values> elements) {
            var makers = new TreeSet<Integer>();
            elements.forEach(each -> makers.addAll(each.makers));
            return new Values(elements, makers);
        }

        /** An element; of a tuple that was made as a whole, the whole. */
        Values element(int index) {
            return elements.isEmpty() ? this : elements.get(index);
        }
    }

    private static Values valuesOf(
            HloComputation computation, HloInstruction instruction, int position, Values[] roots) {
        var operands = computation.operands(instruction).stream()
                .map(each -> roots[computation.position(each.id())])
                .toList();
        return switch (instruction.op()) {
            case HloOp.GetTupleElement(int index) -> operands.getFirst().element(index);
            case HloOp.While _, HloOp.Domain _ -> operands.getFirst();
            case HloOp.Plain(var opcode) ->
                switch (opcode) {
                    case TUPLE -> Values.tuple(operands);
                    case BITCAST, OPTIMIZATION_BARRIER, ADD_DEPENDENCY, COPY_DONE -> operands.getFirst();
                    case DYNAMIC_UPDATE_SLICE ->
                        updatesInPlace(computation, instruction) ? operands.getFirst() : Values.madeAt(position);
                    default -> Values.madeAt(position);
                };
            default -> Values.madeAt(position);
        };
    }

    /** Whether it only gives its operands another form, without touching their elements. */
    private static boolean passesOn(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case TUPLE, GET_TUPLE_ELEMENT, BITCAST, OPTIMIZATION_BARRIER, ADD_DEPENDENCY, DOMAIN -> true;
            default -> false;
        };
    }

    /** Where nobody else wants what is overwritten, and it is the computation's own to overwrite. */
    private static boolean updatesInPlace(HloComputation computation, HloInstruction update) {
        var operand = computation.operand(update, 0);
        boolean isOwn = operand.opcode() != HloOpcode.PARAMETER && operand.opcode() != HloOpcode.CONSTANT;
        return isOwn && computation.users(operand).size() == 1;
    }

    /** Fusions and reducers keep their values in registers; calls, loops and branches do not. */
    private long calleeBytes(HloInstruction instruction) {
        return switch (instruction.op()) {
            case HloOp.Call _, HloOp.While _, HloOp.Conditional _ ->
                instruction.calledComputations().stream()
                        .mapToLong(this::temporaryBytes)
                        .max()
                        .orElse(0);
            default -> 0;
        };
    }

    private long temporaryBytes(int computationId) {
        var known = temporaries.get(computationId);
        if (known == null) {
            known = of(module.computation(computationId)).temporaryBytes();
            temporaries.put(computationId, known);
        }
        return known;
    }
}
