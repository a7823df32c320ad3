package org.hloexplorer.hlo.eval;

import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/** {@code map}: a scalar function of the elements at each position. */
final class ScalarMap {
    private ScalarMap() {}

    static Literal of(List<Literal> operands, Reducer reducer, Shape.Array shape, Cancellation cancellation) {
        var out = Storage.allocate(shape);
        var types = operands.stream()
                .map(each -> each.shape().asArray().elementType())
                .toList();
        var arrays = operands.stream().map(Storage::array).toArray();
        Work.inBlocks(Math.toIntExact(shape.elements()), cancellation, (from, to) -> {
            var function = reducer.newFunction();
            for (int i = from; i < to; i++) {
                for (int operand = 0; operand < arrays.length; operand++) {
                    function.registers().load(operand, types.get(operand), arrays[operand], i);
                }
                function.run();
                function.registers().store(function.resultRegister(0), shape.elementType(), out, i);
            }
        });
        return Storage.literal(shape, out);
    }
}
