package org.hloexplorer.hlo.proto;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.proto.wire.LayoutProto;
import org.hloexplorer.hlo.proto.wire.ShapeProto;
import org.hloexplorer.hlo.proto.wire.TileProto;
import org.hloexplorer.hlo.text.HloParser;

/** Shapes and layouts as protocol buffers. */
final class ShapeProtos {
    private static final int TUPLE = 13;
    private static final int OPAQUE = 14;
    private static final int TOKEN = 17;
    private static final int BUFFER = 34;

    private static final Map<Integer, PrimitiveType> TYPES = Arrays.stream(PrimitiveType.values())
            .collect(Collectors.toMap(PrimitiveType::protoNumber, Function.identity()));

    private ShapeProtos() {}

    static Shape read(ShapeProto proto) {
        return switch (proto.getElementType()) {
            case TUPLE ->
                new Shape.Tuple(proto.getTupleShapesList().stream()
                        .map(ShapeProtos::read)
                        .toList());
            case OPAQUE -> new Shape.Opaque();
            case TOKEN -> new Shape.Token();
            case BUFFER -> buffer(proto);
            default -> array(proto);
        };
    }

    private static Shape buffer(ShapeProto proto) {
        if (proto.getTupleShapesCount() == 1 && read(proto.getTupleShapes(0)) instanceof Shape.Array contents) {
            return new Shape.Buffer(contents);
        }
        throw new InvalidProtoException("a buffer holds one array");
    }

    private static Shape array(ShapeProto proto) {
        var type = TYPES.get(proto.getElementType());
        if (type == null) {
            throw new InvalidProtoException("there is no element type number " + proto.getElementType());
        }
        var dimensions = proto.getDimensionsList();
        requireCountable(type, dimensions);
        return new Shape.Array(type, dimensions, dynamicDimensions(proto), layout(proto, dimensions.size()));
    }

    private static void requireCountable(PrimitiveType type, List<Long> dimensions) {
        long bytes = type.bytes();
        for (long size : dimensions) {
            if (size < 0 && size != Shape.UNBOUNDED) {
                throw new InvalidProtoException("a dimension cannot have the size " + size);
            }
            if (Math.multiplyHigh(bytes, Math.max(size, 1)) != 0 || bytes * Math.max(size, 1) < 0) {
                throw new InvalidProtoException(
                        "the dimensions %s take more memory than can be counted".formatted(dimensions));
            }
            bytes *= Math.max(size, 1);
        }
    }

    private static Set<Integer> dynamicDimensions(ShapeProto proto) {
        var dynamic = new HashSet<Integer>();
        for (int i = 0; i < proto.getDimensionsCount(); i++) {
            boolean isMarked = i < proto.getIsDynamicDimensionCount() && proto.getIsDynamicDimension(i);
            if (isMarked || proto.getDimensions(i) == Shape.UNBOUNDED) {
                dynamic.add(i);
            }
        }
        return dynamic;
    }

    private static Layout layout(ShapeProto proto, int rank) {
        if (!proto.hasLayout()) {
            return Layout.descending(rank);
        }
        var layout = read(proto.getLayout(), rank);
        return layout.isDescending() ? Layout.descending(rank) : layout;
    }

    private static Layout read(LayoutProto proto, int rank) {
        var order = integers(proto.getMinorToMajorList());
        if (!isPermutation(order, rank)) {
            throw new InvalidProtoException(
                    "the layout %s does not name each of %d dimensions once".formatted(order, rank));
        }
        var tiles = proto.getTilesList().stream()
                .map(tile -> new Layout.Tile(tile.getDimensionsList()))
                .toList();
        return new Layout(
                order,
                tiles,
                Math.toIntExact(proto.getElementSizeInBits()),
                Math.toIntExact(proto.getMemorySpace()),
                others(proto));
    }

    private static boolean isPermutation(List<Integer> order, int rank) {
        var seen = new BitSet(rank);
        order.stream().filter(each -> each >= 0 && each < rank).forEach(seen::set);
        return order.size() == rank && seen.cardinality() == rank;
    }

    /** Properties that the model keeps as XLA prints them. */
    private static String others(LayoutProto proto) {
        var text = new StringBuilder();
        if (proto.getTailPaddingAlignmentInElements() > 1) {
            text.append("L(").append(proto.getTailPaddingAlignmentInElements()).append(')');
        }
        appendType(text, '#', proto.getIndexPrimitiveType());
        appendType(text, '*', proto.getPointerPrimitiveType());
        if (proto.getSplitConfigsCount() > 0) {
            text.append("SC");
            for (var split : proto.getSplitConfigsList()) {
                var indices = split.getSplitIndicesList().stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining(","));
                text.append('(')
                        .append(split.getDimension())
                        .append(':')
                        .append(indices)
                        .append(')');
            }
        }
        if (proto.hasPhysicalShape()) {
            text.append("P(").append(read(proto.getPhysicalShape())).append(')');
        }
        if (proto.getDynamicShapeMetadataPrefixBytes() != 0) {
            text.append("M(").append(proto.getDynamicShapeMetadataPrefixBytes()).append(')');
        }
        return text.toString();
    }

    private static void appendType(StringBuilder text, char mark, int number) {
        var type = TYPES.get(number);
        if (type != null) {
            text.append(mark).append('(').append(type.text()).append(')');
        }
    }

    static ShapeProto write(Shape shape) {
        var proto = ShapeProto.newBuilder();
        switch (shape) {
            case Shape.Array array -> writeArray(array, proto);
            case Shape.Tuple(var elements) -> {
                proto.setElementType(TUPLE);
                elements.forEach(each -> proto.addTupleShapes(write(each)));
            }
            case Shape.Buffer(var contents) -> proto.setElementType(BUFFER).addTupleShapes(write(contents));
            case Shape.Token _ -> proto.setElementType(TOKEN);
            case Shape.Opaque _ -> proto.setElementType(OPAQUE);
        }
        return proto.build();
    }

    private static void writeArray(Shape.Array array, ShapeProto.Builder proto) {
        proto.setElementType(array.elementType().protoNumber());
        proto.addAllDimensions(array.dimensions());
        for (int i = 0; i < array.rank(); i++) {
            proto.addIsDynamicDimension(array.dynamicDimensions().contains(i));
        }
        proto.setLayout(write(array.layout()));
    }

    private static LayoutProto write(Layout layout) {
        var proto = LayoutProto.newBuilder()
                .setElementSizeInBits(layout.elementSizeInBits())
                .setMemorySpace(layout.memorySpace())
                .setTailPaddingAlignmentInElements(1);
        layout.minorToMajor().forEach(proto::addMinorToMajor);
        for (var tile : layout.tiles()) {
            proto.addTiles(TileProto.newBuilder().addAllDimensions(tile.dimensions()));
        }
        new LayoutProperties(layout.otherText()).write(proto);
        return proto.build();
    }

    static List<Integer> integers(List<Long> values) {
        var integers = new ArrayList<Integer>(values.size());
        for (long value : values) {
            if (value != (int) value) {
                throw new InvalidProtoException(value + " stands where a dimension or an index is meant");
            }
            integers.add((int) value);
        }
        return integers;
    }

    static List<Long> longs(List<Integer> values) {
        return values.stream().map(Integer::longValue).toList();
    }

    /** A shape that is kept as text. */
    static ShapeProto written(String text) {
        return write(HloParser.parseShape(text));
    }
}
