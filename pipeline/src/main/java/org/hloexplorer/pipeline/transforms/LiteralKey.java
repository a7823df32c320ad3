package org.hloexplorer.pipeline.transforms;

import java.lang.foreign.ValueLayout;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.pipeline.rewrite.Literals;

/** A literal as a key: equal where shape and bits are; made-up values are equal only to themselves. */
final class LiteralKey {
    private static final long HASHED_BYTES = 256;

    private final Literal literal;
    private final int hash;

    LiteralKey(Literal literal) {
        this.literal = literal;
        this.hash = hash(literal);
    }

    /** Of the shape and the first bytes; whole literals are compared only where these agree. */
    private static int hash(Literal literal) {
        int hash = literal.shape().hashCode();
        long bytes = Math.min(HASHED_BYTES, literal.data().byteSize());
        for (long i = 0; i < bytes; i++) {
            hash = 31 * hash + literal.data().get(ValueLayout.JAVA_BYTE, i);
        }
        return hash;
    }

    @SuppressWarnings("ReferenceEquality") // a made-up literal equals itself only
    @Override
    public boolean equals(Object other) {
        return other instanceof LiteralKey key
                && hash == key.hash
                && (literal == key.literal || (!literal.isMadeUp() && Literals.areEqual(literal, key.literal)));
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
