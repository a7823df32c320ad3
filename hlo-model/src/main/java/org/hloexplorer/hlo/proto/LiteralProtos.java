package org.hloexplorer.hlo.proto;

import com.google.protobuf.ByteString;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.proto.wire.LiteralProto;

/**
 * Values as protocol buffers.
 *
 * <p>Elements stand in the order of the literal's own layout there, types narrower than a byte packed from the low bits
 * up; in the model they are in logical order, unpacked.
 */
final class LiteralProtos {
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private LiteralProtos() {}

    /** The value, under a shape that has the dimensions of the literal's own. */
    static Literal read(LiteralProto proto, Shape shape) {
        return switch (shape) {
            case Shape.Tuple(var shapes) -> tuple(proto, shapes);
            case Shape.Array array -> array(proto, array);
            case Shape.Token _ -> Literal.token();
            case Shape.Buffer _, Shape.Opaque _ -> throw new InvalidProtoException("there are no values of " + shape);
        };
    }

    /** Whether there is anything beside the shape, or need not be. */
    static boolean hasValues(LiteralProto proto) {
        boolean hasElements =
                !proto.hasShape() || !proto.getShape().getDimensionsList().contains(0L);
        return !hasElements || proto.getAllFields().size() > (proto.hasShape() ? 1 : 0);
    }

    private static Literal tuple(LiteralProto proto, List<Shape> shapes) {
        if (proto.getTupleLiteralsCount() != shapes.size()) {
            throw new InvalidProtoException(
                    "a tuple of %d elements has %d values".formatted(shapes.size(), proto.getTupleLiteralsCount()));
        }
        var elements = new ArrayList<Literal>();
        for (int i = 0; i < shapes.size(); i++) {
            elements.add(read(proto.getTupleLiterals(i), shapes.get(i)));
        }
        return Literal.tuple(elements);
    }

    private static Literal array(LiteralProto proto, Shape.Array shape) {
        if (!(ShapeProtos.read(proto.getShape()) instanceof Shape.Array own)
                || own.elementType() != shape.elementType()
                || !own.dimensions().equals(shape.dimensions())) {
            throw new InvalidProtoException("a value of another shape stands where %s is meant".formatted(shape));
        }
        var data = elements(proto, shape);
        boolean isLogical =
                own.layout().minorToMajor().equals(Layout.descending(own.rank()).minorToMajor());
        return Literal.of(shape, isLogical ? data : inLogicalOrder(data, own));
    }

    private static MemorySegment elements(LiteralProto proto, Shape.Array shape) {
        return switch (shape.elementType()) {
            case PRED -> preds(proto.getPredsList(), shape);
            case S32 -> ints(proto.getS32SList(), shape);
            case U32 -> ints(proto.getU32SList(), shape);
            case S64 -> longs(proto.getS64SList(), shape);
            case U64 -> longs(proto.getU64SList(), shape);
            case F32 -> floats(proto.getF32SList(), shape, 1);
            case C64 -> floats(proto.getC64SList(), shape, 2);
            case F64 -> doubles(proto.getF64SList(), shape, 1);
            case C128 -> doubles(proto.getC128SList(), shape, 2);
            default -> bytes(packedBytes(proto, shape.elementType()), shape);
        };
    }

    private static int count(int given, Shape.Array shape, int perElement) {
        if (given != shape.elements() * perElement) {
            throw new InvalidProtoException(
                    "%s takes %,d values, not %,d".formatted(shape, shape.elements() * perElement, given));
        }
        return given;
    }

    private static MemorySegment preds(List<Boolean> values, Shape.Array shape) {
        var bytes = new byte[count(values.size(), shape, 1)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (values.get(i) ? 1 : 0);
        }
        return MemorySegment.ofArray(bytes);
    }

    private static MemorySegment ints(List<Integer> values, Shape.Array shape) {
        var ints = new int[count(values.size(), shape, 1)];
        for (int i = 0; i < ints.length; i++) {
            ints[i] = values.get(i);
        }
        return MemorySegment.ofArray(ints);
    }

    private static MemorySegment longs(List<Long> values, Shape.Array shape) {
        var longs = new long[count(values.size(), shape, 1)];
        for (int i = 0; i < longs.length; i++) {
            longs[i] = values.get(i);
        }
        return MemorySegment.ofArray(longs);
    }

    private static MemorySegment floats(List<Float> values, Shape.Array shape, int perElement) {
        var floats = new float[count(values.size(), shape, perElement)];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = values.get(i);
        }
        return MemorySegment.ofArray(floats);
    }

    private static MemorySegment doubles(List<Double> values, Shape.Array shape, int perElement) {
        var doubles = new double[count(values.size(), shape, perElement)];
        for (int i = 0; i < doubles.length; i++) {
            doubles[i] = values.get(i);
        }
        return MemorySegment.ofArray(doubles);
    }

    private static ByteString packedBytes(LiteralProto proto, PrimitiveType type) {
        return switch (type) {
            case S1 -> proto.getS1S();
            case S2 -> proto.getS2S();
            case S4 -> proto.getS4S();
            case S8 -> proto.getS8S();
            case S16 -> proto.getS16S();
            case U1 -> proto.getU1S();
            case U2 -> proto.getU2S();
            case U4 -> proto.getU4S();
            case U8 -> proto.getU8S();
            case U16 -> proto.getU16S();
            case F16 -> proto.getF16S();
            case BF16 -> proto.getBf16S();
            case F4E2M1FN -> proto.getF4E2M1Fns();
            case F6E2M3FN -> proto.getF6E2M3Fns();
            case F6E3M2FN -> proto.getF6E3M2Fns();
            case F8E3M4 -> proto.getF8E3M4S();
            case F8E4M3 -> proto.getF8E4M3S();
            case F8E4M3FN -> proto.getF8E4M3Fns();
            case F8E4M3FNUZ -> proto.getF8E4M3Fnuzs();
            case F8E4M3B11FNUZ -> proto.getF8E4M3B11Fnuzs();
            case F8E5M2 -> proto.getF8E5M2S();
            case F8E5M2FNUZ -> proto.getF8E5M2Fnuzs();
            case F8E8M0FNU -> proto.getF8E8M0Fnus();
            default -> throw new InvalidProtoException("values of " + type + " are not read from protocol buffers");
        };
    }

    private static MemorySegment bytes(ByteString packed, Shape.Array shape) {
        var type = shape.elementType();
        long expected = Math.ceilDiv(shape.elements() * LiteralElements.bits(type), 8L);
        if (packed.size() != expected) {
            throw new InvalidProtoException("%s takes %,d bytes, not %,d".formatted(shape, expected, packed.size()));
        }
        if (type.bits() >= 16) {
            var shorts = new short[(int) shape.elements()];
            MemorySegment.copy(MemorySegment.ofArray(packed.toByteArray()), SHORT, 0, shorts, 0, shorts.length);
            return MemorySegment.ofArray(shorts);
        }
        return MemorySegment.ofArray(
                LiteralElements.bits(type) == 8
                        ? packed.toByteArray()
                        : unpacked(packed, type, (int) shape.elements()));
    }

    private static byte[] unpacked(ByteString packed, PrimitiveType type, int count) {
        int perByte = 8 / type.bits();
        int mask = (1 << type.bits()) - 1;
        var bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            int value = (packed.byteAt(i / perByte) >> ((i % perByte) * type.bits())) & mask;
            bytes[i] = (byte) (type.isIntegral() ? type.wrap(value) : value);
        }
        return bytes;
    }

    /** Elements that stand in the order of a layout, brought into row-major order. */
    private static MemorySegment inLogicalOrder(MemorySegment data, Shape.Array own) {
        var strides = new long[own.rank()];
        long stride = own.elementType().bytes();
        for (int dimension : own.layout().minorToMajor()) {
            strides[dimension] = stride;
            stride *= own.dimension(dimension);
        }
        int width = own.elementType().bytes();
        var ordered = MemorySegment.ofArray(new byte[(int) data.byteSize()]);
        var index = new long[own.rank()];
        for (long to = 0; to < data.byteSize(); to += width) {
            long from = 0;
            for (int d = 0; d < index.length; d++) {
                from += index[d] * strides[d];
            }
            MemorySegment.copy(data, from, ordered, to, width);
            for (int d = index.length - 1; d >= 0 && ++index[d] == own.dimension(d); d--) {
                index[d] = 0;
            }
        }
        return ordered;
    }

    static LiteralProto write(Literal literal) {
        var proto = LiteralProto.newBuilder();
        switch (literal.shape()) {
            case Shape.Array array -> {
                proto.setShape(ShapeProtos.write(Shape.array(array.elementType(), array.dimensions())));
                LiteralElements.write(literal, proto);
            }
            case Shape.Tuple tuple -> {
                proto.setShape(ShapeProtos.write(tuple));
                literal.elements().forEach(each -> proto.addTupleLiterals(write(each)));
            }
            case Shape.Token _, Shape.Opaque _, Shape.Buffer _ -> proto.setShape(ShapeProtos.write(literal.shape()));
        }
        return proto.build();
    }
}
