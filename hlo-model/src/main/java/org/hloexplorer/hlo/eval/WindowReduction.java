package org.hloexplorer.hlo.eval;

import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.Window;

/**
 * {@code reduce-window}: each window starts from the initial value and takes its elements row-major; positions in the
 * padding and in the holes of a dilation are skipped.
 */
final class WindowReduction {
    private final List<Literal> inputs;
    private final List<Literal> initials;
    private final List<Shape.Array> shapes;
    private final WindowWalk walk;
    private final int[] strides;
    private final Object[] out;

    WindowReduction(List<Literal> inputs, List<Literal> initials, Window window, List<Shape.Array> shapes) {
        var base = inputs.getFirst().shape().asArray();
        this.inputs = inputs;
        this.initials = initials;
        this.shapes = shapes;
        this.walk = new WindowWalk(window.dimensions(), Strides.sizes(base), Strides.sizes(shapes.getFirst()));
        this.strides = Strides.of(base);
        this.out = shapes.stream().map(Storage::allocate).toArray();
    }

    List<Literal> evaluate(Reducer reducer, Cancellation cancellation) {
        int outputs = Storage.count(Storage.literal(shapes.getFirst(), out[0]));
        int windowElements = Strides.product(walk.windowSizes());
        int perBlock = Math.max(1, Work.BLOCK / Math.max(1, windowElements));
        var opcode = reducer.plainBinary().orElse(HloOpcode.UNKNOWN);
        boolean floats = inputs.size() == 1
                && shapes.getFirst().elementType() == PrimitiveType.F32
                && (opcode == HloOpcode.ADD || opcode == HloOpcode.MAXIMUM || opcode == HloOpcode.MINIMUM);
        Work.inBlocks(outputs, perBlock, cancellation, (from, to) -> {
            if (floats) {
                reduceFloats(opcode, from, to);
            } else {
                reduce(reducer.newFunction(), from, to);
            }
        });
        return IntStream.range(0, out.length)
                .mapToObj(i -> Storage.literal(shapes.get(i), out[i]))
                .toList();
    }

    private void reduceFloats(HloOpcode opcode, int from, int to) {
        float[] values = Storage.floats(inputs.getFirst());
        float start = Storage.floats(initials.getFirst())[0];
        var result = (float[]) out[0];
        var window = new int[walk.rank()];
        var position = new int[walk.rank()];
        for (int output = from; output < to; output++) {
            Positions.set(position, walk.outputSizes(), output);
            float accumulator = start;
            do {
                int index = walk.index(window, position, strides);
                if (index >= 0) {
                    accumulator = combine(opcode, accumulator, values[index]);
                }
            } while (Positions.advance(window, walk.windowSizes()));
            result[output] = accumulator;
        }
    }

    private static float combine(HloOpcode opcode, float accumulator, float value) {
        return switch (opcode) {
            case ADD -> accumulator + value;
            case MAXIMUM -> FloatLoops.maximum(accumulator, value);
            default -> FloatLoops.minimum(accumulator, value);
        };
    }

    private void reduce(ScalarFunction function, int from, int to) {
        int count = inputs.size();
        var registers = function.registers();
        var scratch = new Registers(count);
        var values = inputs.stream().map(Storage::array).toArray();
        var window = new int[walk.rank()];
        var position = new int[walk.rank()];
        for (int output = from; output < to; output++) {
            Positions.set(position, walk.outputSizes(), output);
            for (int i = 0; i < count; i++) {
                registers.load(i, typeOf(initials.get(i)), Storage.array(initials.get(i)), 0);
            }
            do {
                int index = walk.index(window, position, strides);
                if (index >= 0) {
                    for (int i = 0; i < count; i++) {
                        registers.load(count + i, typeOf(inputs.get(i)), values[i], index);
                    }
                    function.run();
                    function.resultsBecomeArguments(count, scratch);
                }
            } while (Positions.advance(window, walk.windowSizes()));
            for (int i = 0; i < count; i++) {
                registers.store(i, shapes.get(i).elementType(), out[i], output);
            }
        }
    }

    private static PrimitiveType typeOf(Literal literal) {
        return literal.shape().asArray().elementType();
    }
}
