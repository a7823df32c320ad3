package org.hloexplorer.hlo.proto;

import com.google.protobuf.ByteString;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.proto.wire.LiteralProto;

/** Puts the elements of an array into the field that XLA has for their type. */
final class LiteralElements {
    private LiteralElements() {}

    static void write(Literal literal, LiteralProto.Builder proto) {
        int count = Math.toIntExact(literal.elementCount());
        var type = literal.shape().asArray().elementType();
        switch (type) {
            case PRED -> each(count, i -> proto.addPreds(literal.bitsAt(i) != 0));
            case S32 -> each(count, i -> proto.addS32S((int) literal.bitsAt(i)));
            case U32 -> each(count, i -> proto.addU32S((int) literal.bitsAt(i)));
            case S64 -> each(count, i -> proto.addS64S(literal.bitsAt(i)));
            case U64 -> each(count, i -> proto.addU64S(literal.bitsAt(i)));
            case F32, C64 -> floats(literal.data(), proto, type == PrimitiveType.C64);
            case F64, C128 -> doubles(literal.data(), proto, type == PrimitiveType.C128);
            default -> put(type, packed(literal, type, count), proto);
        }
    }

    /** The bits of an element in a message: types of six take a byte each. */
    static int bits(PrimitiveType type) {
        return type.bits() == 6 ? 8 : type.bits();
    }

    private interface ElementAction {
        void take(int index);
    }

    private static void each(int count, ElementAction action) {
        for (int i = 0; i < count; i++) {
            action.take(i);
        }
    }

    private static void floats(MemorySegment data, LiteralProto.Builder proto, boolean isComplex) {
        for (long at = 0; at < data.byteSize(); at += Float.BYTES) {
            float value = data.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
            if (isComplex) {
                proto.addC64S(value);
            } else {
                proto.addF32S(value);
            }
        }
    }

    private static void doubles(MemorySegment data, LiteralProto.Builder proto, boolean isComplex) {
        for (long at = 0; at < data.byteSize(); at += Double.BYTES) {
            double value = data.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
            if (isComplex) {
                proto.addC128S(value);
            } else {
                proto.addF64S(value);
            }
        }
    }

    private static ByteString packed(Literal literal, PrimitiveType type, int count) {
        var unpacked = literal.data().toArray(ValueLayout.JAVA_BYTE);
        if (bits(type) >= 8) {
            return ByteString.copyFrom(unpacked);
        }
        int perByte = 8 / type.bits();
        int mask = (1 << type.bits()) - 1;
        var bytes = new byte[Math.ceilDiv(count, perByte)];
        for (int i = 0; i < count; i++) {
            bytes[i / perByte] |= (byte) ((unpacked[i] & mask) << ((i % perByte) * type.bits()));
        }
        return ByteString.copyFrom(bytes);
    }

    private static void put(PrimitiveType type, ByteString bytes, LiteralProto.Builder proto) {
        switch (type) {
            case S1 -> proto.setS1S(bytes);
            case S2 -> proto.setS2S(bytes);
            case S4 -> proto.setS4S(bytes);
            case S8 -> proto.setS8S(bytes);
            case S16 -> proto.setS16S(bytes);
            case U1 -> proto.setU1S(bytes);
            case U2 -> proto.setU2S(bytes);
            case U4 -> proto.setU4S(bytes);
            case U8 -> proto.setU8S(bytes);
            case U16 -> proto.setU16S(bytes);
            case F16 -> proto.setF16S(bytes);
            case BF16 -> proto.setBf16S(bytes);
            case F4E2M1FN -> proto.setF4E2M1Fns(bytes);
            case F6E2M3FN -> proto.setF6E2M3Fns(bytes);
            case F6E3M2FN -> proto.setF6E3M2Fns(bytes);
            case F8E3M4 -> proto.setF8E3M4S(bytes);
            case F8E4M3 -> proto.setF8E4M3S(bytes);
            case F8E4M3FN -> proto.setF8E4M3Fns(bytes);
            case F8E4M3FNUZ -> proto.setF8E4M3Fnuzs(bytes);
            case F8E4M3B11FNUZ -> proto.setF8E4M3B11Fnuzs(bytes);
            case F8E5M2 -> proto.setF8E5M2S(bytes);
            case F8E5M2FNUZ -> proto.setF8E5M2Fnuzs(bytes);
            case F8E8M0FNU -> proto.setF8E8M0Fnus(bytes);
            default -> throw new InvalidProtoException("values of " + type + " are not written to protocol buffers");
        }
    }
}
