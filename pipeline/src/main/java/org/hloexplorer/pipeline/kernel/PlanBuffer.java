package org.hloexplorer.pipeline.kernel;

import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/**
 * Memory for one array of a plan.
 *
 * @param shape of the array it is made for; one that shares it may have another shape of as many bytes
 */
public record PlanBuffer(int id, Shape.Array shape, Content content) {

    /** What is in it, and since when. */
    public sealed interface Content {

        /** An argument of the program, written before it runs. */
        record Argument() implements Content {}

        /** A constant, written once. */
        record Constant(Literal literal) implements Content {}

        /** What a step computes. */
        record Computed() implements Content {}
    }

    public long bytes() {
        return shape.elements() * shape.elementType().bytes();
    }

    /** Whether it keeps its content from one run to the next. */
    public boolean isKept() {
        return !(content instanceof Content.Computed);
    }
}
