package org.hloexplorer.hlo.eval;

import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/**
 * The result of an element-wise operation that is not worked out yet: a tree of operations, to be run block by block, so
 * that what lies between them never leaves the cache.
 */
final class LazyElements {
    /** Elements of a block: a few arrays of so many fit into the first cache. */
    private static final int BLOCK = 1 << 11;

    /** Deeper trees are cut, for the sake of the stack. */
    private static final int MAX_DEPTH = 48;

    private final HloInstruction instruction;
    private final BlockOperation operation;
    private final List<Operand> operands;
    private final boolean isMadeUp;
    private final int depth;

    /** An operand: elements that lie somewhere, or that are worked out on the way. */
    sealed interface Operand {

        record Known(Span span) implements Operand {}

        record Pending(LazyElements elements) implements Operand {}
    }

    LazyElements(HloInstruction instruction, BlockOperation operation, List<Operand> operands, boolean isMadeUp) {
        this.instruction = instruction;
        this.operation = operation;
        this.operands = operands;
        this.isMadeUp = isMadeUp;
        this.depth = 1
                + operands.stream()
                        .mapToInt(each -> each instanceof Operand.Pending(var elements) ? elements.depth : 0)
                        .max()
                        .orElse(0);
    }

    Shape.Array shape() {
        return instruction.shape().asArray();
    }

    boolean isMadeUp() {
        return isMadeUp;
    }

    boolean isDeep() {
        return depth >= MAX_DEPTH;
    }

    /** Works it out. */
    Literal literal(Cancellation cancellation) {
        var out = Storage.allocate(shape());
        int count = Math.toIntExact(shape().elements());
        Work.inBlocks(count, cancellation, (from, to) -> {
            for (int block = from; block < to; block += BLOCK) {
                write(block, Math.min(BLOCK, to - block), out, block);
            }
        });
        var literal = Storage.literal(shape(), out);
        return isMadeUp ? literal.madeUp() : literal;
    }

    private void write(int from, int count, Object out, int at) {
        var arrays = new Object[operands.size()];
        var starts = new int[arrays.length];
        boolean outIsFree = true;
        for (int i = 0; i < arrays.length; i++) {
            switch (operands.get(i)) {
                case Operand.Known(var span) -> {
                    arrays[i] = span.array();
                    starts[i] = span.at(from);
                }
                case Operand.Pending(var elements) -> {
                    var type = elements.shape().elementType();
                    boolean inPlace = outIsFree && type == shape().elementType();
                    outIsFree &= !inPlace;
                    arrays[i] = inPlace ? out : Storage.allocate(Shape.array(type, count));
                    starts[i] = inPlace ? at : 0;
                    elements.write(from, count, arrays[i], starts[i]);
                }
            }
        }
        try {
            operation.run(arrays, starts, out, at, count);
        } catch (UnsupportedOperationException e) {
            throw new EvaluationException(instruction, String.valueOf(e.getMessage()));
        }
    }
}
