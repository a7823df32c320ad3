package org.hloexplorer.hlo.proto;

/**
 * Which of XLA's messages that hold a module some bytes are.
 *
 * <p>All begin with field 1: a module with its name, which is printable; an {@code HloProto} with a module; a snapshot
 * with an {@code HloProto}. So the first text that comes up, and how deep it lies, tells them apart.
 */
enum WireShape {
    MODULE,
    HLO,
    SNAPSHOT;

    private static final int FIRST_FIELD = 0x0A;

    /**
     * The kind of message these bytes are.
     *
     * @throws InvalidProtoException where they begin like none
     */
    static WireShape of(byte[] content) {
        int at = 0;
        int limit = content.length;
        for (var kind : values()) {
            if (at >= limit || content[at] != FIRST_FIELD) {
                // A module without a name begins with another field.
                return kind;
            }
            long lengthAndStart = varint(content, at + 1, limit);
            int start = (int) (lengthAndStart >>> 32);
            int length = (int) lengthAndStart;
            if (length < 0 || length > limit - start) {
                throw new InvalidProtoException(
                        "at byte %,d of %,d: a field claims %,d bytes, but %,d are left: the file is cut off, or its lengths are wrong"
                                .formatted(at, content.length, Integer.toUnsignedLong(length), limit - start));
            }
            if (isPrintable(content, start, start + length)) {
                return kind;
            }
            at = start;
            limit = start + length;
        }
        throw new InvalidProtoException("the first fields are none of an HLO module's");
    }

    /** The low 32 bits of a number, and above them the place behind it. */
    private static long varint(byte[] content, int from, int limit) {
        long value = 0;
        int shift = 0;
        for (int i = from; i < limit && shift < 64; i++, shift += 7) {
            value |= (long) (content[i] & 0x7F) << shift;
            if (content[i] >= 0) {
                int length = value > Integer.MAX_VALUE || value < 0 ? -1 : (int) value;
                return (long) (i + 1) << 32 | Integer.toUnsignedLong(length);
            }
        }
        throw new InvalidProtoException("at byte %,d: a number does not end".formatted(from));
    }

    private static boolean isPrintable(byte[] content, int from, int to) {
        for (int i = from; i < to; i++) {
            if (content[i] >= 0 && content[i] < ' ') {
                return false;
            }
        }
        return true;
    }
}
