package org.hloexplorer.hlo.eval;

import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * The result of an element-wise operation that is not worked out yet: a tree of operations, to be run block by block, so
 * that what lies between them never leaves the cache.
 */
final class LazyElements {
    /** Elements of a block: a few arrays of so many fit into the first cache. */
    static final int BLOCK = 1 << 11;

    /** Deeper trees are cut, for the sake of the stack. */
    private static final int MAX_DEPTH = 48;

    private final HloInstruction instruction;
    private final BlockOperation operation;
    private final List<Operand> operands;
    private final boolean isMadeUp;
    private final int depth;

    /** An operand: elements that lie somewhere, or that are worked out on the way. */
    sealed interface Operand {

        record Known(Span span) implements Operand {
            @Override
            public PrimitiveType type() {
                return span.type();
            }

            @Override
            public void write(int from, int count, Object target, Scratch scratch) {
                int width = Storage.width(type());
                System.arraycopy(span.array(), from * width, target, 0, count * width);
            }
        }

        record Pending(LazyElements elements) implements Operand {
            @Override
            public PrimitiveType type() {
                return elements.shape().elementType();
            }

            @Override
            public void write(int from, int count, Object target, Scratch scratch) {
                elements.write(from, count, target, scratch);
            }
        }

        PrimitiveType type();

        /** Brings some elements to the start of an array. */
        void write(int from, int count, Object target, Scratch scratch);
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
            var scratch = new Scratch(Math.min(BLOCK, to - from));
            for (int block = from; block < to; block += BLOCK) {
                writeTo(out, block, Math.min(BLOCK, to - block), scratch);
            }
        });
        var literal = Storage.literal(shape(), out);
        return isMadeUp ? literal.madeUp() : literal;
    }

    /** Loops begin at the start of their arrays, so all blocks but the first are worked out elsewhere and copied. */
    private void writeTo(Object out, int from, int count, Scratch scratch) {
        if (from == 0) {
            write(0, count, out, scratch);
            return;
        }
        var type = shape().elementType();
        var block = scratch.take(type);
        write(from, count, block, scratch);
        int width = Storage.width(type);
        System.arraycopy(block, 0, out, from * width, count * width);
        scratch.giveBack(type, block);
    }

    /** Works out some elements, into the start of {@code out}. */
    private void write(int from, int count, Object out, Scratch scratch) {
        var arrays = new Object[operands.size()];
        var taken = new boolean[arrays.length];
        boolean outIsFree = true;
        for (int i = 0; i < arrays.length; i++) {
            if (operands.get(i) instanceof Operand.Known(var span) && (from == 0 || span.repeats())) {
                arrays[i] = span.array();
                continue;
            }
            var type = operands.get(i).type();
            boolean inPlace = outIsFree && type == shape().elementType();
            outIsFree &= !inPlace;
            taken[i] = !inPlace;
            arrays[i] = inPlace ? out : scratch.take(type);
            operands.get(i).write(from, count, arrays[i], scratch);
        }
        run(arrays, out, count);
        for (int i = 0; i < arrays.length; i++) {
            if (taken[i]) {
                scratch.giveBack(operands.get(i).type(), arrays[i]);
            }
        }
    }

    private void run(Object[] arrays, Object out, int count) {
        try {
            operation.run(arrays, out, count);
        } catch (UnsupportedOperationException e) {
            throw new EvaluationException(instruction, String.valueOf(e.getMessage()));
        }
    }
}
