package org.hloexplorer.hlo.eval;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * {@code topk}: the k largest or smallest elements along the last dimension, in order, and where they were.
 *
 * <p>Of equal elements the one with the lower index comes first. Floats are in their total order, NaN above infinity.
 */
final class TopElements {
    private TopElements() {}

    static List<Literal> of(Literal operand, boolean largest, Shape.Array values, Cancellation cancellation) {
        var type = operand.shape().asArray().elementType();
        int k = Math.toIntExact(values.dimension(values.rank() - 1));
        int count = Math.toIntExact(operand.shape().asArray().dimension(values.rank() - 1));
        var from = Storage.array(operand);
        var out = Storage.allocate(values);
        var indices = new int[Storage.count(Storage.literal(values, out))];
        int rows = count == 0 ? 0 : Storage.count(operand) / count;
        Work.inBlocks(rows, Math.max(1, Work.BLOCK / 8 / Math.max(1, count)), cancellation, (first, end) -> {
            var registers = new Registers(2);
            for (int row = first; row < end; row++) {
                int start = row * count;
                var order = order(registers, type, from, start, count, largest);
                for (int i = 0; i < k; i++) {
                    registers.load(0, type, from, start + order[i]);
                    registers.store(0, type, out, row * k + i);
                    indices[row * k + i] = order[i];
                }
            }
        });
        return List.of(
                Storage.literal(values, out), Storage.literal(values.withElementType(PrimitiveType.S32), indices));
    }

    private static int[] order(
            Registers registers, PrimitiveType type, Object from, int start, int count, boolean largest) {
        Comparator<Integer> ascending = (a, b) -> {
            registers.load(0, type, from, start + a);
            registers.load(1, type, from, start + b);
            return ScalarOperations.compareInOrder(type, registers, 0, 1);
        };
        return IntStream.range(0, count)
                .boxed()
                .sorted(largest ? ascending.reversed() : ascending)
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
