package org.hloexplorer.hlo.diff;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;

/**
 * A number for each instruction that stands for everything it computes: its operation, shape, operands, and what the
 * computations it calls compute. Names, layouts and metadata do not count, so that it is the same in foreign modules.
 */
final class Fingerprints {
    private static final int NO_ID = 0;

    private final Map<Integer, Long> instructions;
    private final Map<Integer, Long> computations = new HashMap<>();

    private Fingerprints(HloModule module) {
        this.instructions = HashMap.newHashMap(module.instructionCount());
        module.computations().forEach(this::add);
    }

    static Fingerprints of(HloModule module) {
        return new Fingerprints(module);
    }

    long instruction(int id) {
        return instructions.getOrDefault(id, 0L);
    }

    long computation(int id) {
        return computations.getOrDefault(id, 0L);
    }

    private void add(HloComputation computation) {
        long parameters = 0;
        for (var instruction : computation.instructions()) {
            long print = print(instruction);
            instructions.put(instruction.id(), print);
            if (instruction.op() instanceof HloOp.Parameter) {
                parameters += print;
            }
        }
        computations.put(computation.id(), mix(instruction(computation.rootId()), parameters));
    }

    private long print(HloInstruction instruction) {
        long print = mix(localPrint(instruction), instruction.operandCount());
        for (int i = 0; i < instruction.operandCount(); i++) {
            print = mix(print, instruction(instruction.operandId(i)));
        }
        for (int callee : instruction.calledComputations()) {
            print = mix(print, computation(callee));
        }
        return print;
    }

    /** Of operation and shape alone: what two instructions must share to be counterparts by their surroundings. */
    static long localPrint(HloInstruction instruction) {
        return mix(opPrint(instruction.op()), shapePrint(instruction.shape()));
    }

    private static long opPrint(HloOp op) {
        int callees = op.calledComputations().size();
        var anonymous = callees == 0 ? op : op.withCalledComputations(Collections.nCopies(callees, NO_ID));
        return mix(op.opcode().mnemonic().hashCode(), anonymous.hashCode());
    }

    private static long shapePrint(Shape shape) {
        return switch (shape) {
            case Shape.Array(var type, var dimensions, var dynamic, var _) ->
                mix(mix(type.text().hashCode(), dimensions.hashCode()), dynamic.hashCode());
            case Shape.Tuple(var elements) -> tuplePrint(elements);
            case Shape.Buffer(var contents) -> mix(17, shapePrint(contents));
            case Shape.Token _ -> 19;
            case Shape.Opaque _ -> 23;
        };
    }

    private static long tuplePrint(List<Shape> elements) {
        long print = elements.size();
        for (var element : elements) {
            print = mix(print, shapePrint(element));
        }
        return print;
    }

    /** Spreads both over all bits, so that sums of small differences do not cancel. */
    private static long mix(long a, long b) {
        long mixed = a * 0x9E3779B97F4A7C15L + b;
        mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
        return mixed ^ (mixed >>> 29);
    }
}
