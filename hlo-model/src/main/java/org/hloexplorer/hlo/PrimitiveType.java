package org.hloexplorer.hlo;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The type of an array's elements, with XLA's spelling and XLA's number in protos.
 *
 * <p>{@link #bits()} is the width of one element as XLA defines it; {@link #bytes()} is what one element takes in a
 * {@link Literal}, where types narrower than a byte are not packed.
 */
public enum PrimitiveType {
    PRED("pred", 1, 1, Kind.PREDICATE),
    S1("s1", 30, 1, Kind.SIGNED),
    S2("s2", 26, 2, Kind.SIGNED),
    S4("s4", 21, 4, Kind.SIGNED),
    S8("s8", 2, 8, Kind.SIGNED),
    S16("s16", 3, 16, Kind.SIGNED),
    S32("s32", 4, 32, Kind.SIGNED),
    S64("s64", 5, 64, Kind.SIGNED),
    U1("u1", 31, 1, Kind.UNSIGNED),
    U2("u2", 27, 2, Kind.UNSIGNED),
    U4("u4", 22, 4, Kind.UNSIGNED),
    U8("u8", 6, 8, Kind.UNSIGNED),
    U16("u16", 7, 16, Kind.UNSIGNED),
    U32("u32", 8, 32, Kind.UNSIGNED),
    U64("u64", 9, 64, Kind.UNSIGNED),
    F4E2M1FN("f4e2m1fn", 32, 4, Kind.FLOATING),
    F6E2M3FN("f6e2m3fn", 36, 6, Kind.FLOATING),
    F6E3M2FN("f6e3m2fn", 35, 6, Kind.FLOATING),
    F8E3M4("f8e3m4", 29, 8, Kind.FLOATING),
    F8E4M3("f8e4m3", 28, 8, Kind.FLOATING),
    F8E4M3FN("f8e4m3fn", 20, 8, Kind.FLOATING),
    F8E4M3FNUZ("f8e4m3fnuz", 25, 8, Kind.FLOATING),
    F8E4M3B11FNUZ("f8e4m3b11fnuz", 23, 8, Kind.FLOATING),
    F8E5M2("f8e5m2", 19, 8, Kind.FLOATING),
    F8E5M2FNUZ("f8e5m2fnuz", 24, 8, Kind.FLOATING),
    F8E8M0FNU("f8e8m0fnu", 33, 8, Kind.FLOATING),
    F16("f16", 10, 16, Kind.FLOATING),
    BF16("bf16", 16, 16, Kind.FLOATING),
    F32("f32", 11, 32, Kind.FLOATING),
    F64("f64", 12, 64, Kind.FLOATING),
    C64("c64", 15, 64, Kind.COMPLEX),
    C128("c128", 18, 128, Kind.COMPLEX);

    private enum Kind {
        PREDICATE,
        SIGNED,
        UNSIGNED,
        FLOATING,
        COMPLEX
    }

    private static final Map<String, PrimitiveType> BY_TEXT =
            Arrays.stream(values()).collect(Collectors.toMap(PrimitiveType::text, Function.identity()));

    private final String text;
    private final int protoNumber;
    private final int bits;
    private final Kind kind;

    PrimitiveType(String text, int protoNumber, int bits, Kind kind) {
        this.text = text;
        this.protoNumber = protoNumber;
        this.bits = bits;
        this.kind = kind;
    }

    /** The type XLA spells this way, such as {@code bf16}. */
    public static Optional<PrimitiveType> named(String text) {
        return Optional.ofNullable(BY_TEXT.get(text));
    }

    /** XLA's spelling, such as {@code bf16}. */
    public String text() {
        return text;
    }

    /** The number in {@code xla_data.proto}. */
    public int protoNumber() {
        return protoNumber;
    }

    public int bits() {
        return bits;
    }

    /** Bytes of one element in a {@link Literal}. */
    public int bytes() {
        return Math.ceilDiv(bits, 8);
    }

    public boolean isPredicate() {
        return kind == Kind.PREDICATE;
    }

    /** Whether this is an integer type, signed or not; {@code pred} is none. */
    public boolean isIntegral() {
        return kind == Kind.SIGNED || kind == Kind.UNSIGNED;
    }

    public boolean isSigned() {
        return kind == Kind.SIGNED;
    }

    public boolean isUnsigned() {
        return kind == Kind.UNSIGNED;
    }

    public boolean isFloating() {
        return kind == Kind.FLOATING;
    }

    public boolean isComplex() {
        return kind == Kind.COMPLEX;
    }

    /** The low bits of an integer that fit this type, extended by its sign where it has one. */
    public long wrap(long value) {
        int unused = Long.SIZE - bits;
        return isSigned() ? value << unused >> unused : value << unused >>> unused;
    }

    @Override
    public String toString() {
        return text;
    }
}
