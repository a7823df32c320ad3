package org.hloexplorer.pipeline.transforms.layout;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;

/** Where the arrays in each result of a computation were made: tuples and their elements only pass them on. */
final class BufferSources {
    private final HloComputation computation;
    private final Map<Integer, List<ArrayBuffer>> sources = new HashMap<>();
    private final Map<ArrayBuffer, List<HloInstruction>> arrays = new HashMap<>();

    BufferSources(HloComputation computation) {
        this.computation = computation;
        for (var instruction : computation.instructions()) {
            var found = find(instruction);
            sources.put(instruction.id(), found);
            if (instruction.shape() instanceof Shape.Array) {
                arrays.computeIfAbsent(found.getFirst(), _ -> new ArrayList<>(1))
                        .add(instruction);
            }
        }
    }

    private List<ArrayBuffer> find(HloInstruction instruction) {
        if (instruction.op() instanceof HloOp.GetTupleElement(int index)) {
            var tuple = computation.operand(instruction, 0);
            var elements = ((Shape.Tuple) tuple.shape()).elements();
            int first =
                    elements.subList(0, index).stream().mapToInt(Leaves::count).sum();
            return of(tuple).subList(first, first + Leaves.count(instruction.shape()));
        }
        return forwards(instruction)
                ? computation.operands(instruction).stream()
                        .flatMap(operand -> of(operand).stream())
                        .toList()
                : IntStream.range(0, Leaves.count(instruction.shape()))
                        .mapToObj(leaf -> new ArrayBuffer(instruction.id(), leaf))
                        .toList();
    }

    /** Whether the instruction makes no arrays of its own. */
    static boolean forwards(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case TUPLE, GET_TUPLE_ELEMENT, OPTIMIZATION_BARRIER -> true;
            default -> false;
        };
    }

    /** The sources of the leaves of a result. */
    List<ArrayBuffer> of(HloInstruction instruction) {
        return Objects.requireNonNull(sources.get(instruction.id()));
    }

    /** The instructions whose result is this array, and no tuple with it. */
    List<HloInstruction> arrays(ArrayBuffer buffer) {
        return arrays.getOrDefault(buffer, List.of());
    }

    Shape shape(ArrayBuffer buffer) {
        return Leaves.of(computation.instruction(buffer.instruction()).shape()).get(buffer.leaf());
    }
}
