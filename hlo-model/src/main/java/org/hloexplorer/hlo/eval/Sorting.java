package org.hloexplorer.hlo.eval;

import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;

/**
 * {@code sort}: each line along a dimension, by a merge sort that is always stable; all operands are permuted alike.
 *
 * <p>The order of NaN, and of everything else, is the comparator's alone.
 */
final class Sorting {
    private final List<Literal> operands;
    private final int count;
    private final int stride;
    private final Object[] values;
    private final Object[] out;
    private final List<PrimitiveType> types;

    Sorting(List<Literal> operands, int dimension) {
        var shape = operands.getFirst().shape().asArray();
        this.operands = operands;
        this.count = Math.toIntExact(shape.dimension(dimension));
        this.stride = Strides.of(shape)[dimension];
        this.values = operands.stream().map(Storage::array).toArray();
        this.out = operands.stream().map(DataMovement::copyOfArray).toArray();
        this.types = operands.stream()
                .map(each -> each.shape().asArray().elementType())
                .toList();
    }

    List<Literal> evaluate(Reducer comparator, Cancellation cancellation) {
        int lines = count == 0 ? 0 : Storage.count(operands.getFirst()) / count;
        int perBlock = Math.max(1, Work.BLOCK / 8 / Math.max(1, count));
        Work.inBlocks(lines, perBlock, cancellation, (from, to) -> {
            var less = comparator.newFunction();
            for (int line = from; line < to; line++) {
                cancellation.check();
                sortLine(less, line / stride * stride * count + line % stride);
            }
        });
        return IntStream.range(0, out.length)
                .mapToObj(i -> Storage.literal(operands.get(i).shape().asArray(), out[i]))
                .toList();
    }

    private void sortLine(ScalarFunction less, int start) {
        int[] order = IntStream.range(0, count).toArray();
        mergeSort(less, start, order, new int[count], 0, count);
        var registers = new Registers(1);
        for (int operand = 0; operand < out.length; operand++) {
            for (int i = 0; i < count; i++) {
                registers.load(0, types.get(operand), values[operand], start + order[i] * stride);
                registers.store(0, types.get(operand), out[operand], start + i * stride);
            }
        }
    }

    private void mergeSort(ScalarFunction less, int start, int[] order, int[] scratch, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        mergeSort(less, start, order, scratch, from, middle);
        mergeSort(less, start, order, scratch, middle, to);
        if (!isLess(less, start, order[middle], order[middle - 1])) {
            return;
        }
        System.arraycopy(order, from, scratch, from, to - from);
        int left = from;
        int right = middle;
        for (int i = from; i < to; i++) {
            boolean takeRight = left == middle || (right < to && isLess(less, start, scratch[right], scratch[left]));
            order[i] = takeRight ? scratch[right++] : scratch[left++];
        }
    }

    private boolean isLess(ScalarFunction less, int start, int a, int b) {
        for (int operand = 0; operand < values.length; operand++) {
            less.registers().load(2 * operand, types.get(operand), values[operand], start + a * stride);
            less.registers().load(2 * operand + 1, types.get(operand), values[operand], start + b * stride);
        }
        less.run();
        return less.registers().integer[less.resultRegister(0)] != 0;
    }
}
