package org.hloexplorer.pipeline.kernel;

import java.util.List;
import java.util.stream.Stream;
import org.hloexplorer.hlo.Shape;

/** Where the value of an instruction lies while a plan runs. Several instructions may share a place. */
public sealed interface PlanValue {

    /** An array, in the layout of the shape. */
    record Array(int buffer, Shape.Array shape) implements PlanValue {}

    record Tuple(List<PlanValue> elements) implements PlanValue {
        public Tuple {
            elements = List.copyOf(elements);
        }
    }

    /** A value without data: a token. */
    record Nothing(Shape shape) implements PlanValue {}

    /** The arrays it consists of, tuples flattened in order. */
    default Stream<Array> arrays() {
        return switch (this) {
            case Array array -> Stream.of(array);
            case Tuple(var elements) -> elements.stream().flatMap(PlanValue::arrays);
            case Nothing _ -> Stream.empty();
        };
    }
}
