package org.hloexplorer.pipeline.backend.cpu;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.kernel.PlanValue;
import org.hloexplorer.pipeline.llvm.Target;
import org.hloexplorer.pipeline.worker.ProgramImage;
import org.jspecify.annotations.Nullable;

/**
 * What a file says of a compiled program, beside its modules and the bytes of its constants.
 *
 * @param format {@link #FORMAT} where it was written by this version
 * @param contractions what computes dots and convolutions, by name
 * @param compileMillis what compiling it took
 * @param parameters the arrays of all parameters, tuples flattened in order
 * @param constants where the file's constants go, one after the other
 */
record SavedProgram(
        int format,
        String compiler,
        Target target,
        String contractions,
        double compileMillis,
        ProgramImage image,
        List<Place> parameters,
        List<Place> results,
        List<Part> constants,
        List<SavedKernel> kernels) {
    /** Raised whenever the files change. */
    static final int FORMAT = 2;

    SavedProgram {
        parameters = List.copyOf(parameters);
        results = List.copyOf(results);
        constants = List.copyOf(constants);
        kernels = List.copyOf(kernels);
    }

    /** An array's offset in memory, and its shape with its layout, as text. */
    record Place(long offset, String shape) {}

    /** A part of memory. */
    record Part(long offset, long bytes) {}

    /** A kernel, by the names of what it computes. */
    record SavedKernel(
            String name,
            String instruction,
            List<String> instructions,
            String engine,
            @Nullable String remark) {
        SavedKernel {
            instructions = List.copyOf(instructions);
        }

        KernelDescription description(Map<String, Integer> ids) {
            return new KernelDescription(
                    name,
                    ids.getOrDefault(instruction, 0),
                    instructions.stream().map(each -> ids.getOrDefault(each, 0)).toList(),
                    engine,
                    null,
                    remark,
                    List.of());
        }
    }

    static List<Place> places(PlanValue value, List<Long> offsets) {
        return value.arrays()
                .map(array ->
                        new Place(offsets.get(array.buffer()), array.shape().toString()))
                .toList();
    }

    /** Values whose buffers are numbered as they come, and where those lie. */
    static final class Values {
        private final Iterator<Place> places;
        private final List<Long> offsets;

        Values(List<Place> places, List<Long> offsets) {
            this.places = places.iterator();
            this.offsets = offsets;
        }

        PlanValue next(Shape shape) {
            return switch (shape) {
                case Shape.Array _ -> next(places.next());
                case Shape.Tuple(var elements) -> {
                    List<PlanValue> values = new ArrayList<>();
                    elements.forEach(each -> values.add(next(each)));
                    yield new PlanValue.Tuple(values);
                }
                case Shape.Buffer(var contents) -> next(contents);
                case Shape.Token _, Shape.Opaque _ -> new PlanValue.Nothing(shape);
            };
        }

        private PlanValue next(Place place) {
            offsets.add(place.offset());
            return new PlanValue.Array(
                    offsets.size() - 1, HloParser.parseShape(place.shape()).asArray());
        }
    }
}
