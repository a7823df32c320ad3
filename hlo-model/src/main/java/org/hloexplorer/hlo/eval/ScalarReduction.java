package org.hloexplorer.hlo.eval;

import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** A reduction of rows by any scalar function: n accumulators, then n values. */
final class ScalarReduction {
    private final int inputs;
    private final int reduced;
    private final Reducer reducer;
    private final List<PrimitiveType> inputTypes;
    private final List<PrimitiveType> initialTypes;
    private final List<Shape.Array> shapes;
    private final Object[] values;
    private final Object[] initials;
    private final Object[] out;

    ScalarReduction(
            List<Literal> rows, List<Literal> initials, List<Shape.Array> shapes, int reduced, Reducer reducer) {
        this.inputs = rows.size();
        this.reduced = reduced;
        this.reducer = reducer;
        this.shapes = shapes;
        this.inputTypes = typesOf(rows);
        this.initialTypes = typesOf(initials);
        this.values = rows.stream().map(Storage::array).toArray();
        this.initials = initials.stream().map(Storage::array).toArray();
        this.out = shapes.stream().map(Storage::allocate).toArray();
    }

    int outputsPerBlock() {
        return Math.max(1, Work.BLOCK / Math.max(1, reduced));
    }

    void run(int from, int to) {
        var function = reducer.newFunction();
        var scratch = new Registers(inputs);
        var registers = function.registers();
        for (int output = from; output < to; output++) {
            for (int i = 0; i < inputs; i++) {
                registers.load(i, initialTypes.get(i), initials[i], 0);
            }
            for (int position = 0; position < reduced; position++) {
                for (int i = 0; i < inputs; i++) {
                    registers.load(inputs + i, inputTypes.get(i), values[i], output * reduced + position);
                }
                function.run();
                function.resultsBecomeArguments(inputs, scratch);
            }
            for (int i = 0; i < inputs; i++) {
                registers.store(i, shapes.get(i).elementType(), out[i], output);
            }
        }
    }

    List<Literal> results() {
        return IntStream.range(0, inputs)
                .mapToObj(i -> Storage.literal(shapes.get(i), out[i]))
                .toList();
    }

    private static List<PrimitiveType> typesOf(List<Literal> literals) {
        return literals.stream()
                .map(each -> each.shape().asArray().elementType())
                .toList();
    }
}
