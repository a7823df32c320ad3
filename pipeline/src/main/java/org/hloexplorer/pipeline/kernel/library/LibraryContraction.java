package org.hloexplorer.pipeline.kernel.library;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.onednn.Primitive;
import org.jspecify.annotations.Nullable;

/**
 * A dot or convolution that the library computes, with what it does to the result.
 *
 * @param contraction the dot or convolution
 * @param reads what is read instead of its operands, which only widen it; and the arrays that come in later
 * @param notes what a reader should know about it, in sentences
 */
public record LibraryContraction(
        HloInstruction contraction,
        List<HloInstruction> reads,
        @Nullable Epilogue epilogue,
        List<String> notes) {
    public LibraryContraction {
        reads = List.copyOf(reads);
        notes = List.copyOf(notes);
    }

    /** The instruction whose value it computes. */
    public HloInstruction result() {
        return epilogue == null ? contraction : epilogue.fusion();
    }

    /** All instructions that it computes, the result last. */
    public List<HloInstruction> instructions() {
        return epilogue == null ? List.of(contraction) : List.of(contraction, epilogue.fusion());
    }

    /** A primitive, and which of {@link #reads} each of its buffers but the last is. */
    public record Call(Primitive primitive, List<Integer> order) {
        public Call {
            order = List.copyOf(order);
        }
    }

    /**
     * How the library is asked.
     *
     * @param shapes of what is read, as it lies
     * @param result as it is to lie
     * @throws LibraryRefusal where the library has no words for it
     */
    public Call call(List<Shape.Array> shapes, Shape.Array result) {
        var asked = asked(shapes, result);
        try {
            List<Epilogue.Step> steps = epilogue == null ? List.of() : epilogue.steps();
            var primitive = asked.with(steps, shapes.subList(2, shapes.size()));
            List<Integer> order = new ArrayList<>(asked.isSwapped() ? List.of(1, 0) : List.of(0, 1));
            Stream.iterate(2, i -> i < shapes.size(), i -> i + 1).forEach(order::add);
            return new Call(primitive, order);
        } catch (Unsuitable e) {
            throw new LibraryRefusal(contraction.id(), true, String.valueOf(e.getMessage()));
        }
    }

    private Asked asked(List<Shape.Array> shapes, Shape.Array result) {
        try {
            return switch (contraction.op()) {
                case HloOp.Dot(var dimensions, var _) ->
                    MatmulForm.of(dimensions, shapes.get(0), shapes.get(1), result);
                case HloOp.Convolution convolution ->
                    ConvolutionForm.of(convolution, shapes.get(0), shapes.get(1), result);
                default -> throw new IllegalStateException(contraction + " is no sum of products");
            };
        } catch (Unsuitable e) {
            throw new LibraryRefusal(contraction.id(), epilogue != null, String.valueOf(e.getMessage()));
        }
    }
}
