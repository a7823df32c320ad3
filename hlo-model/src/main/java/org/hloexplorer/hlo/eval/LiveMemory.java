package org.hloexplorer.hlo.eval;

import java.util.IdentityHashMap;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/** Counts the bytes of values that are alive; what tuples and reshapes share counts once. */
final class LiveMemory {
    private final IdentityHashMap<Object, Integer> references = new IdentityHashMap<>();
    private long bytes;
    private long peak;

    long bytes() {
        return bytes;
    }

    long peak() {
        return peak;
    }

    void retain(Literal literal) {
        if (takesRoom(literal)) {
            if (references.merge(owner(literal), 1, Integer::sum) == 1) {
                bytes += literal.data().byteSize();
                peak = Math.max(peak, bytes);
            }
        }
        literal.elements().forEach(this::retain);
    }

    void release(Literal literal) {
        if (takesRoom(literal)) {
            var owner = owner(literal);
            if (references.merge(owner, -1, Integer::sum) == 0) {
                references.remove(owner);
                bytes -= literal.data().byteSize();
            }
        }
        literal.elements().forEach(this::release);
    }

    /** Splats are not written out, unless an operation needs them to be, and then only for a while. */
    private static boolean takesRoom(Literal literal) {
        return literal.shape() instanceof Shape.Array && literal.splat().isEmpty();
    }

    private static Object owner(Literal literal) {
        return literal.data().heapBase().orElse(literal.data());
    }
}
