package org.hloexplorer.pipeline.backend.planned;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.kernel.PlanValue;
import org.hloexplorer.pipeline.worker.Program.Download;
import org.hloexplorer.pipeline.worker.Program.Upload;

/** Between literals, which are row-major, and a program's memory, which follows layouts. */
public final class LiteralTransfer {
    private static final long LARGEST_ARRAY = Integer.MAX_VALUE - 8;

    private final List<Long> offsets;

    /** @param offsets of the plan's buffers in the program's memory */
    public LiteralTransfer(List<Long> offsets) {
        this.offsets = offsets;
    }

    public List<Long> offsets() {
        return offsets;
    }

    public List<Upload> uploads(PlanValue value, Literal literal) {
        List<Upload> uploads = new ArrayList<>();
        addUploads(value, literal, uploads);
        return uploads;
    }

    private void addUploads(PlanValue value, Literal literal, List<Upload> uploads) {
        switch (value) {
            case PlanValue.Array(int buffer, var shape) ->
                uploads.add(new Upload(offsets.get(buffer), inLayout(literal.data(), shape)));
            case PlanValue.Tuple(var elements) -> {
                for (int i = 0; i < elements.size(); i++) {
                    addUploads(elements.get(i), literal.elements().get(i), uploads);
                }
            }
            case PlanValue.Nothing _ -> {}
        }
    }

    /** A value that is being fetched: where to put its bytes, and what they make. */
    record Fetch(List<Download> downloads, PlanValue value) {

        Literal literal() {
            return literal(value, downloads.iterator());
        }

        private static Literal literal(PlanValue value, Iterator<Download> next) {
            return switch (value) {
                case PlanValue.Array(var _, var shape) -> {
                    var rowMajor = Shape.array(shape.elementType(), shape.dimensions());
                    yield Literal.of(rowMajor, fromLayout(next.next().into(), shape));
                }
                case PlanValue.Tuple(var elements) ->
                    Literal.tuple(
                            elements.stream().map(each -> literal(each, next)).toList());
                case PlanValue.Nothing _ -> Literal.token();
            };
        }
    }

    Fetch fetch(PlanValue value) {
        var downloads = value.arrays()
                .map(array -> new Download(offsets.get(array.buffer()), memory(array.shape())))
                .toList();
        return new Fetch(downloads, value);
    }

    /** On the heap as the array that evaluators want, unless it is too large for one. */
    static MemorySegment memory(Shape.Array shape) {
        long elements = shape.elements();
        long bytes = elements * shape.elementType().bytes();
        if (bytes > LARGEST_ARRAY) {
            return Arena.ofAuto().allocate(bytes, Long.BYTES);
        }
        return switch (shape.elementType()) {
            case F32 -> MemorySegment.ofArray(new float[(int) elements]);
            case F64 -> MemorySegment.ofArray(new double[(int) elements]);
            default -> MemorySegment.ofArray(new byte[(int) bytes]);
        };
    }

    private static MemorySegment inLayout(MemorySegment rowMajor, Shape.Array shape) {
        return shape.layout().isDescending() ? rowMajor : new LayoutCopy(shape).toLayout(rowMajor);
    }

    private static MemorySegment fromLayout(MemorySegment laidOut, Shape.Array shape) {
        return shape.layout().isDescending() ? laidOut : new LayoutCopy(shape).fromLayout(laidOut);
    }
}
