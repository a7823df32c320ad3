package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.hloexplorer.hlo.GatherDimensions;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;

/**
 * Operations that move elements: each is a map from the result's indices to an operand's.
 *
 * @param part the real or the imaginary part of complex elements; 0 for others
 */
record MovementEmitter(ElementEmitter elements, Block block, Frame frame, HloInstruction instruction, int part) {

    Value emit(List<Index> indices) {
        return switch (instruction.op()) {
            case HloOp.WithDimensions(var opcode, var dimensions) -> read(0, permuted(opcode, dimensions, indices));
            case HloOp.Slice slice -> read(0, sliced(slice, indices));
            case HloOp.Pad pad -> padded(pad, indices);
            case HloOp.AlongDimension along
            when along.opcode() == HloOpcode.CONCATENATE -> concatenated(along.dimension(), 0, 0, indices);
            case HloOp.DynamicSlice slice -> read(0, shifted(dynamicStarts(1, slice.sizes()), indices));
            case HloOp.Gather gather -> gathered(gather, indices);
            case HloOp.Plain(var opcode) -> plain(opcode, indices);
            default ->
                throw new NotLowerable(
                        "%s is not a kernel yet".formatted(instruction.op().mnemonic()));
        };
    }

    private Value plain(HloOpcode opcode, List<Index> indices) {
        return switch (opcode) {
            case RESHAPE -> read(0, reshaped(indices));
            case BITCAST -> read(0, bitcast(indices));
            case DYNAMIC_UPDATE_SLICE -> updated(indices);
            case OPTIMIZATION_BARRIER, COPY_DONE -> read(0, indices);
            default -> throw new NotLowerable("%s is not a kernel yet".formatted(opcode));
        };
    }

    private Shape.Array shape() {
        return instruction.shape().asArray();
    }

    private Shape.Array operandShape(int operand) {
        return frame.operand(instruction, operand).shape().asArray();
    }

    private Value read(int operand, List<Index> indices) {
        return read(block, operand, indices);
    }

    private Value read(Block inner, int operand, List<Index> indices) {
        var moved = frame.operand(instruction, operand);
        return elements.element(inner, frame, moved, ComplexEmitter.isComplex(moved) ? part : 0, indices);
    }

    private List<Index> permuted(HloOpcode opcode, List<Integer> dimensions, List<Index> indices) {
        return switch (opcode) {
            case BROADCAST -> dimensions.stream().map(indices::get).toList();
            case TRANSPOSE -> {
                var operand = new ArrayList<>(indices);
                for (int i = 0; i < indices.size(); i++) {
                    operand.set(dimensions.get(i), indices.get(i));
                }
                yield operand;
            }
            case REVERSE -> {
                var operand = new ArrayList<>(indices);
                for (int dimension : dimensions) {
                    long last = shape().dimension(dimension) - 1;
                    operand.set(dimension, Index.of(last).minus(indices.get(dimension)));
                }
                yield operand;
            }
            default -> throw new NotLowerable("%s is not a kernel yet".formatted(opcode));
        };
    }

    private List<Index> reshaped(List<Index> indices) {
        return Layouts.fromOrdinal(operandShape(0), Layouts.ordinal(shape(), indices));
    }

    /** The same bytes: the position in memory stays, whatever the layouts. */
    private List<Index> bitcast(List<Index> indices) {
        if (operandShape(0).elementType() != shape().elementType()) {
            throw new NotLowerable("bitcast from %s to %s is not a kernel yet".formatted(operandShape(0), shape()));
        }
        return Layouts.indices(operandShape(0), Layouts.position(shape(), indices));
    }

    private List<Index> sliced(HloOp.Slice slice, List<Index> indices) {
        var operand = new ArrayList<Index>();
        for (int i = 0; i < indices.size(); i++) {
            operand.add(indices.get(i)
                    .times(slice.strides().get(i))
                    .plus(slice.starts().get(i)));
        }
        return operand;
    }

    private Value padded(HloOp.Pad pad, List<Index> indices) {
        var operand = new ArrayList<Index>();
        var tests = new ArrayList<Value>();
        var scalars = new Scalars(block, instruction.id());
        for (int i = 0; i < indices.size(); i++) {
            long step = pad.interior().get(i) + 1;
            var offset = indices.get(i).plus(-pad.low().get(i));
            operand.add(offset.dividedBy(step));
            addRangeTest(tests, offset, (operandShape(0).dimension(i) - 1) * step + 1);
            if (step > 1) {
                tests.add(block.define(new Expression.InRange(offset.remainder(step), 0, 1), instruction.id()));
            }
        }
        if (tests.isEmpty()) {
            return read(0, operand);
        }
        var inside = tests.stream().reduce(scalars::and).orElseThrow();
        return either(inside, then -> read(then, 0, operand), otherwise -> read(otherwise, 1, List.of()));
    }

    /** A test that an index is in 0..size, unless it always is. */
    private void addRangeTest(List<Value> tests, Index index, long size) {
        if (index.minimum() < 0 || index.maximum() >= size) {
            tests.add(block.define(new Expression.InRange(index, 0, size), instruction.id()));
        }
    }

    private interface Side {
        Value emit(Block inner);
    }

    private Value either(Value condition, Side then, Side otherwise) {
        return block.choose(
                        condition,
                        instruction.id(),
                        inner -> List.of(then.emit(inner)),
                        inner -> List.of(otherwise.emit(inner)))
                .getFirst();
    }

    /** Operand by operand: here while the index is below its end, else among the later ones. */
    private Value concatenated(int dimension, int operand, long start, List<Index> indices) {
        return new Concatenation(dimension, indices).from(block, operand, start);
    }

    private final class Concatenation {
        private final int dimension;
        private final List<Index> indices;

        Concatenation(int dimension, List<Index> indices) {
            this.dimension = dimension;
            this.indices = indices;
        }

        Value from(Block inner, int operand, long start) {
            var index = indices.get(dimension);
            long end = start + operandShape(operand).dimension(dimension);
            if (operand == instruction.operandCount() - 1 || index.maximum() < end) {
                return at(inner, operand, start);
            }
            if (index.minimum() >= end) {
                return from(inner, operand + 1, end);
            }
            var isHere = inner.define(
                    new Expression.InRange(index, Math.min(index.minimum(), start), end), instruction.id());
            return inner.choose(
                            isHere,
                            instruction.id(),
                            then -> List.of(at(then, operand, start)),
                            otherwise -> List.of(from(otherwise, operand + 1, end)))
                    .getFirst();
        }

        private Value at(Block inner, int operand, long start) {
            var shifted = new ArrayList<>(indices);
            shifted.set(dimension, indices.get(dimension).plus(-start));
            return read(inner, operand, shifted);
        }
    }

    /** Starts of a dynamic slice, clamped so that a slice of these sizes fits; operands from {@code first} on. */
    private List<Index> dynamicStarts(int first, List<Long> sizes) {
        var starts = new ArrayList<Index>();
        for (int i = 0; i < sizes.size(); i++) {
            var start = elements.scalar(block, frame, frame.operand(instruction, first + i));
            starts.add(
                    elements.clampedIndex(block, start, operandShape(0).dimension(i) - sizes.get(i), instruction.id()));
        }
        return starts;
    }

    private static List<Index> shifted(List<Index> starts, List<Index> indices) {
        var sums = new ArrayList<Index>();
        for (int i = 0; i < indices.size(); i++) {
            sums.add(starts.get(i).plus(indices.get(i)));
        }
        return sums;
    }

    private Value updated(List<Index> indices) {
        var update = operandShape(1);
        var starts = dynamicStarts(2, update.dimensions());
        var scalars = new Scalars(block, instruction.id());
        var relative = new ArrayList<Index>();
        var tests = new ArrayList<Value>();
        for (int i = 0; i < indices.size(); i++) {
            var offset = indices.get(i).minus(starts.get(i));
            relative.add(offset);
            addRangeTest(tests, offset, update.dimension(i));
        }
        if (tests.isEmpty()) {
            return read(1, relative);
        }
        var inside = tests.stream().reduce(scalars::and).orElseThrow();
        return either(inside, then -> read(then, 1, relative), otherwise -> read(otherwise, 0, indices));
    }

    private Value gathered(HloOp.Gather gather, List<Index> indices) {
        var dimensions = gather.dimensions();
        var operandIndices = new ArrayList<>(Collections.nCopies(operandShape(0).rank(), Index.ZERO));
        var batch = batchIndices(dimensions, indices);
        // Offsets within the slice go to the operand's dimensions that are neither collapsed nor batched, in order.
        int next = 0;
        for (int i = 0; i < operandIndices.size(); i++) {
            if (!dimensions.collapsedSliceDims().contains(i)
                    && !dimensions.operandBatchingDims().contains(i)) {
                operandIndices.set(i, indices.get(dimensions.offsetDims().get(next++)));
            }
        }
        for (int i = 0; i < dimensions.operandBatchingDims().size(); i++) {
            int where = dimensions.startIndicesBatchingDims().get(i);
            int position = where < dimensions.indexVectorDim() ? where : where - 1;
            operandIndices.set(dimensions.operandBatchingDims().get(i), batch.get(position));
        }
        for (int i = 0; i < dimensions.startIndexMap().size(); i++) {
            int target = dimensions.startIndexMap().get(i);
            var start = read(1, startPosition(dimensions, batch, i));
            long maximum =
                    operandShape(0).dimension(target) - gather.sliceSizes().get(target);
            var clamped = elements.clampedIndex(block, start, maximum, instruction.id());
            operandIndices.set(target, operandIndices.get(target).plus(clamped));
        }
        return read(0, operandIndices);
    }

    private static List<Index> batchIndices(GatherDimensions dimensions, List<Index> indices) {
        var batch = new ArrayList<Index>();
        for (int i = 0; i < indices.size(); i++) {
            if (!dimensions.offsetDims().contains(i)) {
                batch.add(indices.get(i));
            }
        }
        return batch;
    }

    private List<Index> startPosition(GatherDimensions dimensions, List<Index> batch, int component) {
        var position = new ArrayList<>(batch);
        if (dimensions.indexVectorDim() < operandShape(1).rank()) {
            position.add(dimensions.indexVectorDim(), Index.of(component));
        }
        return position;
    }
}
