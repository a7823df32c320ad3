package org.hloexplorer.hlo.stablehlo;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.hloexplorer.hlo.FloatFormats;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.text.DiagnosticCode;

/** Reads {@code dense<…>} and {@code dense_resource<…>}: lists, one value for all, or bytes in hexadecimal. */
final class ElementsParser {
    /** A resource's bytes begin with the alignment they want, in four bytes. */
    private static final int ALIGNMENT_DIGITS = 8;

    private final MlirScanner scanner;
    private final TypeParser types;
    private long[] bits = new long[16];
    private int count;

    ElementsParser(MlirScanner scanner, TypeParser types) {
        this.scanner = scanner;
        this.types = types;
    }

    Literal read() {
        int start = scanner.offset();
        if (scanner.acceptWord("dense_resource")) {
            return resource(start);
        }
        scanner.expect("dense");
        scanner.expect("<");
        int values = scanner.offset();
        var skipped = scanner.peek(">") ? "" : scanner.balancedUntilAngle();
        scanner.expect(">");
        var shape = shape();
        int end = scanner.rawOffset();
        if (skipped.startsWith("\"")) {
            return blob(skipped.substring(1, skipped.length() - 1), shape, start);
        }
        scanner.moveTo(values);
        count = 0;
        if (!skipped.isEmpty()) {
            readNested(shape.elementType());
        }
        scanner.moveTo(end);
        return literal(shape, start, end);
    }

    private Shape.Array shape() {
        int start = scanner.offset();
        scanner.expect(":");
        if (types.type() instanceof Shape.Array array && array.isStatic()) {
            return array;
        }
        throw new MlirException(
                DiagnosticCode.LITERAL_SHAPE_MISMATCH,
                start,
                scanner.rawOffset(),
                "a constant is an array of fixed size");
    }

    private void readNested(PrimitiveType type) {
        if (!scanner.accept("[")) {
            readElement(type);
            return;
        }
        scanner.enter();
        while (!scanner.accept("]")) {
            readNested(type);
            scanner.accept(",");
        }
        scanner.leave();
    }

    private void readElement(PrimitiveType type) {
        if (type.isComplex()) {
            var part = type == PrimitiveType.C64 ? PrimitiveType.F32 : PrimitiveType.F64;
            scanner.expect("(");
            readElement(part);
            scanner.expect(",");
            readElement(part);
            scanner.expect(")");
            return;
        }
        if (scanner.atWord()) {
            add(scanner.acceptWord("true") ? 1 : falseBits());
            return;
        }
        int start = scanner.offset();
        var text = scanner.number();
        try {
            add(bits(text, type));
        } catch (NumberFormatException e) {
            throw new MlirException(
                    DiagnosticCode.VALUE_OUT_OF_RANGE,
                    start,
                    scanner.rawOffset(),
                    "%s is no value of %s".formatted(text, type));
        }
    }

    private long falseBits() {
        if (!scanner.acceptWord("false")) {
            throw scanner.unexpected("a value");
        }
        return 0;
    }

    private static long bits(String text, PrimitiveType type) {
        if (text.startsWith("0x")) {
            return Long.parseUnsignedLong(text.substring(2), 16);
        }
        if (type == PrimitiveType.F32) {
            return Float.floatToRawIntBits(Float.parseFloat(text));
        }
        if (type.isFloating()) {
            return FloatFormats.encode(type, Double.parseDouble(text));
        }
        return text.startsWith("-") ? Long.parseLong(text) : Long.parseUnsignedLong(text);
    }

    private void add(long value) {
        if (count == bits.length) {
            bits = Arrays.copyOf(bits, count * 2);
        }
        bits[count++] = value;
    }

    private Literal literal(Shape.Array shape, int start, int end) {
        int perElement = shape.elementType().isComplex() ? 2 : 1;
        if (count == perElement && shape.elements() != 1) {
            return Literal.splat(shape, ElementBytes.of(Shape.scalar(shape.elementType()), bits, count));
        }
        if (count != shape.elements() * perElement) {
            throw new MlirException(
                    DiagnosticCode.LITERAL_SHAPE_MISMATCH,
                    start,
                    end,
                    "%s takes %,d values, not %,d"
                            .formatted(shape.withoutLayout(), shape.elements(), count / perElement));
        }
        return ElementBytes.of(shape, bits, count);
    }

    private Literal blob(String text, Shape.Array shape, int start) {
        if (!text.startsWith("0x")) {
            throw new MlirException(
                    DiagnosticCode.UNEXPECTED_TOKEN, start, start + 5, "bytes of a constant begin with 0x");
        }
        return ofHex(text.substring(2), shape, start);
    }

    private Literal ofHex(String digits, Shape.Array shape, int start) {
        try {
            return ElementBytes.ofBlob(shape, HexFormat.of().parseHex(digits));
        } catch (IllegalArgumentException e) {
            throw new MlirException(
                    DiagnosticCode.LITERAL_SHAPE_MISMATCH,
                    start,
                    start + 5,
                    "the bytes of this constant are not those of %s: %s"
                            .formatted(shape.withoutLayout(), e.getMessage()));
        }
    }

    /** The bytes stand at the end of the text. */
    private Literal resource(int start) {
        scanner.expect("<");
        var name = scanner.balancedUntilAngle().strip();
        scanner.expect(">");
        var shape = shape();
        int section = scanner.text().lastIndexOf("{-#");
        var entry = Pattern.compile("(?<![\\w.])" + Pattern.quote(name) + "\\s*:\\s*\"0x([0-9a-fA-F]*)\"")
                .matcher(scanner.text());
        if (section < 0 || !entry.find(section)) {
            throw new MlirException(
                    DiagnosticCode.NOT_CONVERTIBLE,
                    start,
                    scanner.rawOffset(),
                    "the text does not hold the resource %s: it was left out when the text was written"
                            .formatted(name));
        }
        var digits = entry.group(1);
        return ofHex(digits.substring(Math.min(ALIGNMENT_DIGITS, digits.length())), shape, start);
    }
}
