package org.hloexplorer.hlo.text;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.hloexplorer.hlo.FloatFormats;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** Reads the elements of an array literal one after the other into memory. */
final class ElementParser {
    /** Powers of ten that are exact as doubles. */
    private static final double[] EXACT_POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    private final TokenReader reader;
    private final HloLexer lexer;
    private final Shape.Array shape;
    private final PrimitiveType type;
    private final MemorySegment data;
    private long offset;

    ElementParser(TokenReader reader, Shape.Array shape) {
        this.reader = reader;
        this.lexer = reader.lexer();
        this.shape = shape;
        this.type = shape.elementType();
        long bytes = shape.elements() * type.bytes();
        this.data = MemorySegment.ofArray(new long[(int) Math.ceilDiv(bytes, Long.BYTES)])
                .asSlice(0, bytes);
    }

    Literal literal() {
        return Literal.of(shape, data);
    }

    /** Reads the next element. */
    void parse() {
        if (type.isPredicate()) {
            store(parsePredicate());
        } else if (type.isIntegral()) {
            store(parseInteger());
        } else if (type.isFloating()) {
            storeReal(type);
        } else {
            parseComplex();
        }
    }

    private long parsePredicate() {
        if (reader.at(TokenKind.WORD)) {
            return reader.expectBoolean() ? 1 : 0;
        }
        int start = lexer.start();
        long value = reader.expectLong("true, false, 1 or 0");
        if (value != 0 && value != 1) {
            throw outOfRange(start);
        }
        return value;
    }

    private long parseInteger() {
        int start = lexer.start();
        if (type == PrimitiveType.U64 && reader.at(TokenKind.INT) && lexer.chars()[start] != '-') {
            return parseUnsigned();
        }
        if (reader.at(TokenKind.WORD) && (reader.atWord("true") || reader.atWord("false"))) {
            return reader.expectBoolean() ? 1 : 0;
        }
        long value = reader.expectLong("an integer of type " + type);
        if (!fits(value)) {
            throw outOfRange(start);
        }
        return value;
    }

    private long parseUnsigned() {
        int start = lexer.start();
        var text = lexer.text();
        lexer.next();
        try {
            return Long.parseUnsignedLong(text);
        } catch (NumberFormatException _) {
            throw outOfRange(start);
        }
    }

    /** XLA writes the upper half of u64 as negative numbers. */
    private boolean fits(long value) {
        if (type.bits() == Long.SIZE) {
            return true;
        }
        return type.isSigned()
                ? value >= -(1L << (type.bits() - 1)) && value < (1L << (type.bits() - 1))
                : value >= 0 && value < (1L << type.bits());
    }

    private void parseComplex() {
        var part = type == PrimitiveType.C64 ? PrimitiveType.F32 : PrimitiveType.F64;
        if (!reader.accept(TokenKind.LEFT_PAREN)) {
            storeReal(part);
            storeBits(part, 0);
            return;
        }
        storeReal(part);
        reader.expect(TokenKind.COMMA, "between real and imaginary part");
        storeReal(part);
        reader.expect(TokenKind.RIGHT_PAREN, "behind a complex number");
    }

    private void storeReal(PrimitiveType format) {
        int start = lexer.start();
        if (reader.at(TokenKind.WORD)) {
            storeBits(format, parseWord(format));
            return;
        }
        if (!reader.at(TokenKind.FLOAT) && !reader.at(TokenKind.INT)) {
            throw reader.unexpected("a number");
        }
        double value = real(lexer.textStart(), lexer.textEnd());
        lexer.next();
        long bits = FloatFormats.encode(format, value);
        if (Double.isInfinite(value) || !Double.isFinite(FloatFormats.decode(format, bits))) {
            throw outOfRange(start);
        }
        storeBits(format, bits);
    }

    /** {@code inf}, {@code nan}, their negatives, and a NaN with its bits such as {@code nan(0x1ff)}. */
    private long parseWord(PrimitiveType format) {
        int start = lexer.start();
        boolean negative = lexer.chars()[lexer.textStart()] == '-';
        var word = negative ? lexer.text().substring(1) : lexer.text();
        var chars = lexer.chars();
        if (word.equals("nan") && chars[lexer.end()] == '(') {
            return parseNaNPayload(format, negative);
        }
        double value = switch (word) {
            case "inf" -> Double.POSITIVE_INFINITY;
            case "nan" -> Double.NaN;
            case "true" -> 1;
            case "false" -> 0;
            default -> throw reader.unexpected("a number");
        };
        lexer.next();
        long bits = FloatFormats.encode(format, value);
        double stored = FloatFormats.decode(format, bits);
        if (Double.isNaN(value) ? !Double.isNaN(stored) : stored != value) {
            throw outOfRange(start);
        }
        return negative ? FloatBits.negated(format, bits) : bits;
    }

    private long parseNaNPayload(PrimitiveType format, boolean negative) {
        int start = lexer.start();
        int from = lexer.end() + 1;
        int to = from;
        while (to < lexer.length() && lexer.chars()[to] != ')' && lexer.chars()[to] != '\n') {
            to++;
        }
        var text = lexer.text(from, to).strip();
        lexer.moveTo(to);
        reader.expect(TokenKind.RIGHT_PAREN, "behind the bits of a NaN");
        long limit = 1L << FloatFormats.mantissaBits(format);
        long payload = text.startsWith("0x") && text.length() <= 15 ? hexadecimal(text.substring(2)) : -1;
        if (payload <= 0 || payload >= limit) {
            throw TokenReader.failure(
                    DiagnosticCode.VALUE_OUT_OF_RANGE,
                    start,
                    lexer.previousEnd(),
                    "the bits of a NaN of type %s lie between 0x1 and 0x%x".formatted(format, limit - 1));
        }
        return FloatBits.nan(format, negative, payload);
    }

    private static long hexadecimal(String digits) {
        try {
            return Long.parseLong(digits, 16);
        } catch (NumberFormatException _) {
            return -1;
        }
    }

    /** Short decimals are exact products or quotients of two doubles; others take the long way. */
    private double real(int from, int to) {
        var chars = lexer.chars();
        boolean negative = chars[from] == '-';
        long digits = 0;
        int count = 0;
        int fraction = 0;
        boolean inFraction = false;
        for (int i = negative ? from + 1 : from; i < to; i++) {
            char c = chars[i];
            if (c == '.') {
                inFraction = true;
            } else if (Characters.isDigit(c) && count < 16) {
                digits = digits * 10 + (c - '0');
                count += digits == 0 ? 0 : 1;
                fraction += inFraction ? 1 : 0;
            } else {
                return Double.parseDouble(lexer.text(from, to));
            }
        }
        if (count > 15 || fraction >= EXACT_POWERS.length) {
            return Double.parseDouble(lexer.text(from, to));
        }
        double value = digits / EXACT_POWERS[fraction];
        return negative ? -value : value;
    }

    private void store(long bits) {
        storeBits(type, bits);
    }

    private void storeBits(PrimitiveType format, long bits) {
        switch (format.bytes()) {
            case 1 -> data.set(ValueLayout.JAVA_BYTE, offset, (byte) bits);
            case 2 -> data.set(ValueLayout.JAVA_SHORT_UNALIGNED, offset, (short) bits);
            case 4 -> data.set(ValueLayout.JAVA_INT_UNALIGNED, offset, (int) bits);
            default -> data.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, bits);
        }
        offset += format.bytes();
    }

    private ParseFailure outOfRange(int start) {
        return TokenReader.failure(
                DiagnosticCode.VALUE_OUT_OF_RANGE,
                start,
                lexer.previousEnd(),
                "%s cannot hold %s".formatted(type, lexer.text(start, lexer.previousEnd())));
    }
}
