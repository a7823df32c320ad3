package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;

/**
 * The accumulators of a reduction.
 *
 * @param plain the operation, where the reduction is nothing else
 * @param types of the results, one for each accumulator
 */
record Accumulation(
        ElementEmitter elements, int instruction, int toApply, Optional<HloOpcode> plain, List<PrimitiveType> types) {

    static Accumulation of(ElementEmitter elements, int instruction, int toApply, List<PrimitiveType> types) {
        var plain =
                types.size() == 1 ? Reducer.plain(elements.module().computation(toApply)) : Optional.<HloOpcode>empty();
        return new Accumulation(elements, instruction, toApply, plain, types);
    }

    /** Whether the order does not matter, but for the rounding of floating sums. */
    boolean mayReorder() {
        return plain.isPresent();
    }

    boolean isSum() {
        return plain.filter(opcode -> opcode == HloOpcode.ADD).isPresent();
    }

    LoopKind kind() {
        return mayReorder() ? LoopKind.REDUCTION : LoopKind.SEQUENTIAL;
    }

    /** In f32 for narrower floats, where it adds or compares. */
    PrimitiveType accumulatorType(int index) {
        var type = types.get(index);
        var isWide = plain.filter(opcode -> opcode != HloOpcode.MULTIPLY).isPresent();
        return isWide ? ElementwiseEmitter.computeType(type) : type;
    }

    List<Value> started(Block block, List<Value> initial) {
        return converted(block, initial, true);
    }

    List<Value> finished(Block block, List<Value> accumulators) {
        return converted(block, accumulators, false);
    }

    private List<Value> converted(Block block, List<Value> values, boolean toAccumulators) {
        var scalars = new Scalars(block, instruction);
        return IntStream.range(0, values.size())
                .mapToObj(i -> scalars.convert(toAccumulators ? accumulatorType(i) : types.get(i), values.get(i)))
                .toList();
    }

    List<Value> next(Block inner, List<Value> accumulators, List<Value> values) {
        if (plain.isPresent() && accumulatorType(0) != types.getFirst()) {
            return List.of(widened(inner, plain.get(), accumulators.getFirst(), values.getFirst()));
        }
        var arguments = new ArrayList<>(accumulators);
        arguments.addAll(values);
        return elements.applied(inner, toApply, arguments);
    }

    private Value widened(Block inner, HloOpcode opcode, Value accumulator, Value value) {
        var scalars = new Scalars(inner, instruction);
        var operation = Operation.valueOf(opcode.name());
        return scalars.apply(operation, accumulator, scalars.convert(accumulator.type(), value));
    }
}
