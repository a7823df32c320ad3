package org.hloexplorer.hlo.eval;

import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** {@code iota}: counts along one dimension; numbers that the type cannot hold wrap or are rounded. */
final class Iota {
    private Iota() {}

    static Literal of(Shape.Array shape, int dimension, Cancellation cancellation) {
        var line = Shape.array(shape.elementType(), shape.isScalar() ? 1 : shape.dimension(dimension));
        var array = Storage.allocate(line);
        var registers = new Registers(2);
        for (int i = 0; i < line.elements(); i++) {
            registers.integer[0] = i;
            Conversion.convert(registers, PrimitiveType.S64, 0, shape.elementType(), 1);
            if (shape.elementType().isPredicate()) {
                registers.integer[1] = i & 1;
            }
            registers.store(1, shape.elementType(), array, i);
        }
        var counted = Storage.literal(line, array);
        return shape.isScalar()
                ? counted.reshaped(shape)
                : new DataMovement(cancellation).broadcast(counted, List.of(dimension), shape);
    }
}
