package org.hloexplorer.hlo.eval;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/**
 * Arrays in numpy's {@code .npy} files.
 *
 * <p>Types that numpy lacks are written as raw bytes ({@code <V2} for bf16, {@code <V1} for f8 and f4 types), as
 * numpy itself saves arrays of the ml_dtypes package; integers narrower than a byte become s8 and u8. Reading such a file
 * needs the type to be named.
 */
public final class Npy {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final Pattern DESCRIPTION = Pattern.compile("'descr'\\s*:\\s*'([<>|=]?)([a-zA-Z])(\\d+)'");
    private static final Pattern ORDER = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
    private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*\\(([^)]*)\\)");
    private static final int ALIGNMENT = 64;

    private Npy() {}

    public static void write(Literal array, Path file) throws IOException {
        Files.write(file, toBytes(array));
    }

    static byte[] toBytes(Literal array) {
        var shape = array.shape().asArray();
        byte[] header = header(shape);
        byte[] data = array.data().toArray(ValueLayout.JAVA_BYTE);
        return ByteBuffer.allocate(header.length + data.length)
                .put(header)
                .put(data)
                .array();
    }

    private static byte[] header(Shape.Array shape) {
        var dimensions = shape.dimensions().stream().map(String::valueOf).collect(Collectors.joining(", "));
        var tuple = shape.rank() == 1 ? "(" + dimensions + ",)" : "(" + dimensions + ")";
        var text = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }"
                .formatted(description(shape.elementType()), tuple);
        int unpadded = MAGIC.length + 4 + text.length() + 1;
        var padded = text + " ".repeat(Math.ceilDiv(unpadded, ALIGNMENT) * ALIGNMENT - unpadded) + "\n";
        return ByteBuffer.allocate(MAGIC.length + 4 + padded.length())
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(MAGIC)
                .put((byte) 1)
                .put((byte) 0)
                .putShort((short) padded.length())
                .put(padded.getBytes(StandardCharsets.ISO_8859_1))
                .array();
    }

    private static String description(PrimitiveType type) {
        if (type.isPredicate()) {
            return "|b1";
        }
        var order = type.bytes() == 1 ? "|" : "<";
        if (type.isIntegral()) {
            return order + (type.isSigned() ? "i" : "u") + type.bytes();
        }
        return switch (type) {
            case F16, F32, F64 -> order + "f" + type.bytes();
            case C64, C128 -> order + "c" + type.bytes();
            default -> "<V" + type.bytes();
        };
    }

    /** The array in a file whose type numpy can name. */
    public static Literal read(Path file) throws IOException {
        return fromBytes(Files.readAllBytes(file), file.toString(), null);
    }

    /**
     * The array in a file, as elements of this type.
     *
     * @throws IOException where the file holds elements of another width, or another kind that numpy names
     */
    public static Literal read(Path file, PrimitiveType type) throws IOException {
        return fromBytes(Files.readAllBytes(file), file.toString(), type);
    }

    static Literal fromBytes(byte[] bytes, String name, @Nullable PrimitiveType asked) throws IOException {
        if (bytes.length < 10 || !Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new IOException(name + " is not a .npy file: it does not begin with \\x93NUMPY");
        }
        var buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        boolean longHeader = bytes[6] >= 2;
        int headerLength = longHeader ? buffer.getInt(8) : buffer.getShort(8) & 0xFFFF;
        int start = longHeader ? 12 : 10;
        if (headerLength < 0 || headerLength > bytes.length - start) {
            throw new IOException(name + " is cut off inside its header");
        }
        var header = new String(bytes, start, headerLength, StandardCharsets.ISO_8859_1);
        return parse(header, Arrays.copyOfRange(bytes, start + headerLength, bytes.length), name, asked);
    }

    private static Literal parse(String header, byte[] data, String name, @Nullable PrimitiveType asked)
            throws IOException {
        var description = match(DESCRIPTION, header, name);
        if (match(ORDER, header, name).group(1).equals("True")) {
            throw new IOException(name + " is in Fortran order; save numpy.ascontiguousarray(x) instead");
        }
        var type = type(description, name, asked);
        var shape = Shape.array(type, dimensions(match(SHAPE, header, name).group(1)));
        long expected = shape.elements() * type.bytes();
        if (data.length != expected) {
            throw new IOException("%s holds %,d bytes of elements; %s takes %,d"
                    .formatted(name, data.length, shape.withoutLayout(), expected));
        }
        if (description.group(1).equals(">")) {
            swapBytes(data, type.isComplex() ? type.bytes() / 2 : type.bytes());
        }
        return Literal.of(shape, MemorySegment.ofArray(data));
    }

    private static Matcher match(Pattern pattern, String header, String name) throws IOException {
        var matcher = pattern.matcher(header);
        if (!matcher.find()) {
            throw new IOException(name + " has a header that is not understood: " + header.strip());
        }
        return matcher;
    }

    private static List<Long> dimensions(String text) {
        var dimensions = new ArrayList<Long>();
        for (var part : text.split(",")) {
            if (!part.isBlank()) {
                dimensions.add(Long.valueOf(part.strip()));
            }
        }
        return dimensions;
    }

    private static PrimitiveType type(Matcher description, String name, @Nullable PrimitiveType asked)
            throws IOException {
        var kind = description.group(2);
        int width = Integer.parseInt(description.group(3));
        if (asked != null && description(asked).endsWith(kind + width)) {
            return asked;
        }
        var found = named(kind, width);
        if (found == null || (asked != null && asked != found)) {
            throw new IOException("%s holds elements of numpy type %s%d, not %s"
                    .formatted(name, kind, width, asked == null ? "one that HLO has; name the type" : asked));
        }
        return found;
    }

    private static @Nullable PrimitiveType named(String kind, int width) {
        return switch (kind + width) {
            case "b1" -> PrimitiveType.PRED;
            case "i1" -> PrimitiveType.S8;
            case "i2" -> PrimitiveType.S16;
            case "i4" -> PrimitiveType.S32;
            case "i8" -> PrimitiveType.S64;
            case "u1" -> PrimitiveType.U8;
            case "u2" -> PrimitiveType.U16;
            case "u4" -> PrimitiveType.U32;
            case "u8" -> PrimitiveType.U64;
            case "f2" -> PrimitiveType.F16;
            case "f4" -> PrimitiveType.F32;
            case "f8" -> PrimitiveType.F64;
            case "c8" -> PrimitiveType.C64;
            case "c16" -> PrimitiveType.C128;
            default -> null;
        };
    }

    private static void swapBytes(byte[] data, int width) {
        for (int at = 0; at < data.length; at += width) {
            for (int i = 0; i < width / 2; i++) {
                byte swapped = data[at + i];
                data[at + i] = data[at + width - 1 - i];
                data[at + width - 1 - i] = swapped;
            }
        }
    }
}
