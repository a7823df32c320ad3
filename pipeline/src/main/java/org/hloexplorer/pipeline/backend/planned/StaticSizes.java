package org.hloexplorer.pipeline.backend.planned;

import java.util.List;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.backend.BackendException;

/** Makes sure that a module's sizes are known before it runs: memory is planned by them, and what a run sets is not kept. */
public final class StaticSizes {
    private StaticSizes() {}

    /** @throws BackendException that names the first instruction whose size is set at run time */
    public static void check(HloModule module) throws BackendException {
        var unknown = module.computations().stream()
                .map(HloComputation::instructions)
                .flatMap(List::stream)
                .filter(each -> arrays(each.shape()).anyMatch(array -> !array.isStatic()))
                .findFirst();
        if (unknown.isPresent()) {
            HloInstruction first = unknown.get();
            throw new BackendException(
                    BackendException.Kind.NOT_SUPPORTED,
                    "the size of %%%s, %s, is only known at run time, and memory is planned before; run it with --device=reference, or give it a fixed size"
                            .formatted(first.name(), first.shape().withoutLayout()));
        }
    }

    private static Stream<Shape.Array> arrays(Shape shape) {
        return switch (shape) {
            case Shape.Array array -> Stream.of(array);
            case Shape.Tuple(var elements) -> elements.stream().flatMap(StaticSizes::arrays);
            case Shape.Buffer(var contents) -> Stream.of(contents);
            case Shape.Token _, Shape.Opaque _ -> Stream.empty();
        };
    }
}
