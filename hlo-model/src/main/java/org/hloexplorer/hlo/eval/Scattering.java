package org.hloexplorer.hlo.eval;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.ScatterDimensions;
import org.hloexplorer.hlo.Shape;

/**
 * {@code scatter}: updates one after the other in index order, each combined with what is there.
 *
 * <p>An update window that is not wholly inside is skipped as a whole. Promises about the indices change nothing.
 */
final class Scattering {
    private static final int WINDOWS_BETWEEN_CHECKS = 1 << 12;

    private final HloOp.Scatter scatter;
    private final List<Literal> updates;
    private final List<Shape.Array> shapes;
    private final Object[] out;
    private final IndexVectors vectors;
    private final Cancellation cancellation;

    private final int[] operandSizes;
    private final int[] operandStrides;
    private final int[] windowSizes;
    private final int[] windowStrides;
    private final int[] updateStrides;
    private final int[] updateBatchStrides;

    /** {@code operands}: arrays, indices, as many updates. */
    Scattering(HloOp.Scatter scatter, List<Literal> operands, Cancellation cancellation) {
        int arrays = operands.size() / 2;
        var dimensions = scatter.dimensions();
        this.scatter = scatter;
        this.cancellation = cancellation;
        this.updates = operands.subList(arrays + 1, operands.size());
        this.shapes = operands.subList(0, arrays).stream()
                .map(each -> each.shape().asArray())
                .toList();
        this.out = operands.subList(0, arrays).stream()
                .map(DataMovement::copyOfArray)
                .toArray();
        this.vectors = IndexVectors.of(operands.get(arrays), dimensions.indexVectorDim());
        this.operandSizes = Strides.sizes(shapes.getFirst());
        this.operandStrides = Strides.of(shapes.getFirst());
        var updateShape = updates.getFirst().shape().asArray();
        this.windowSizes = Strides.pick(Strides.sizes(updateShape), dimensions.updateWindowDims());
        this.updateStrides = Strides.pick(Strides.of(updateShape), dimensions.updateWindowDims());
        this.updateBatchStrides = Strides.pick(
                Strides.of(updateShape), Strides.others(updateShape.rank(), dimensions.updateWindowDims()));
        this.windowStrides = Strides.pick(operandStrides, windowDimensions(dimensions));
    }

    private List<Integer> windowDimensions(ScatterDimensions dimensions) {
        return IntStream.range(0, operandSizes.length)
                .filter(each -> !dimensions.insertedWindowDims().contains(each)
                        && !dimensions.inputBatchingDims().contains(each))
                .boxed()
                .toList();
    }

    List<Literal> evaluate(Reducer reducer) {
        var update = update(reducer);
        var position = new int[vectors.batchSizes().length];
        int batches = Strides.product(vectors.batchSizes());
        for (int batch = 0; batch < batches; batch++) {
            if (batch % WINDOWS_BETWEEN_CHECKS == 0) {
                cancellation.check();
            }
            Positions.set(position, vectors.batchSizes(), batch);
            int start = start(position);
            if (start >= 0) {
                window(update, start, Positions.offset(position, updateBatchStrides));
            }
        }
        return IntStream.range(0, out.length)
                .mapToObj(i -> Storage.literal(shapes.get(i), out[i]))
                .toList();
    }

    /** Where the window of a batch position begins, or -1 where any of it is outside. */
    private int start(int[] position) {
        var dimensions = scatter.dimensions();
        var starts = new long[operandSizes.length];
        for (int component = 0;
                component < dimensions.scatterDimsToOperandDims().size();
                component++) {
            starts[dimensions.scatterDimsToOperandDims().get(component)] = vectors.at(position, component);
        }
        for (int i = 0; i < dimensions.inputBatchingDims().size(); i++) {
            starts[dimensions.inputBatchingDims().get(i)] = IndexVectors.coordinate(
                    position, dimensions.scatterIndicesBatchingDims().get(i), dimensions.indexVectorDim());
        }
        int start = 0;
        int windowDimension = 0;
        for (int dimension = 0; dimension < starts.length; dimension++) {
            boolean inserted = dimensions.insertedWindowDims().contains(dimension)
                    || dimensions.inputBatchingDims().contains(dimension);
            long size = inserted ? 1 : windowSizes[windowDimension++];
            if (starts[dimension] < 0 || starts[dimension] > operandSizes[dimension] - size) {
                return -1;
            }
            start += (int) starts[dimension] * operandStrides[dimension];
        }
        return start;
    }

    /** The last window dimension is walked by the update itself. */
    private void window(Update update, int start, int updateStart) {
        int last = windowSizes.length - 1;
        if (last < 0) {
            update.apply(start, 0, updateStart, 0, 1);
            return;
        }
        if (Strides.product(windowSizes) == 0) {
            return;
        }
        var lines = Arrays.copyOf(windowSizes, last);
        var position = new int[last + 1];
        do {
            update.apply(
                    start + Positions.offset(position, windowStrides),
                    windowStrides[last],
                    updateStart + Positions.offset(position, updateStrides),
                    updateStrides[last],
                    windowSizes[last]);
        } while (Positions.advance(position, lines));
    }

    /** Combines a line of elements with a line of updates. */
    @FunctionalInterface
    private interface Update {
        void apply(int index, int stride, int updateIndex, int updateStride, int count);
    }

    private Update update(Reducer reducer) {
        boolean adds = out.length == 1
                && shapes.getFirst().elementType() == PrimitiveType.F32
                && reducer.plainBinary().filter(each -> each == HloOpcode.ADD).isPresent();
        if (adds) {
            var sums = (float[]) out[0];
            float[] values = Storage.floats(updates.getFirst());
            return (index, stride, updateIndex, updateStride, count) -> {
                for (int i = 0; i < count; i++) {
                    sums[index + i * stride] += values[updateIndex + i * updateStride];
                }
            };
        }
        return generalUpdate(reducer.newFunction());
    }

    private Update generalUpdate(ScalarFunction function) {
        var registers = function.registers();
        var values = updates.stream().map(Storage::array).toArray();
        var updateTypes = updates.stream()
                .map(each -> each.shape().asArray().elementType())
                .toList();
        return (index, stride, updateIndex, updateStride, count) -> {
            for (int i = 0; i < count; i++) {
                int at = index + i * stride;
                for (int array = 0; array < out.length; array++) {
                    registers.load(array, shapes.get(array).elementType(), out[array], at);
                    registers.load(
                            out.length + array, updateTypes.get(array), values[array], updateIndex + i * updateStride);
                }
                function.run();
                for (int array = 0; array < out.length; array++) {
                    registers.store(
                            function.resultRegister(array), shapes.get(array).elementType(), out[array], at);
                }
            }
        };
    }
}
