package org.hloexplorer.hlo.text;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * The escapes of XLA's strings, which are C's. Strings are bytes there, mostly UTF-8; a byte that is none becomes a lone
 * surrogate here, so that what is read is printed back.
 */
final class Escapes {
    private static final char FOREIGN_BYTES = '\uDC00';

    private Escapes() {}

    /** What the text between two quotes stands for. */
    static String decode(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        var bytes = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); ) {
            char c = text.charAt(i);
            if (c != '\\' || i + 1 == text.length()) {
                int codePoint = text.codePointAt(i);
                bytes.writeBytes(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
                i += Character.charCount(codePoint);
            } else {
                i = decodeOne(text, i + 1, bytes);
            }
        }
        return fromBytes(bytes.toByteArray());
    }

    /** Decodes the escape whose letter stands at {@code at}, and gives the offset behind it. */
    private static int decodeOne(String text, int at, ByteArrayOutputStream bytes) {
        char c = text.charAt(at);
        int simple = "abfnrtv".indexOf(c);
        if (simple >= 0) {
            bytes.write("\u0007\b\f\n\r\t\u000B".charAt(simple));
            return at + 1;
        }
        if (c >= '0' && c <= '7') {
            return decodeNumber(text, at, at + 3, 8, bytes);
        }
        if ((c == 'x' || c == 'X') && at + 1 < text.length() && Character.digit(text.charAt(at + 1), 16) >= 0) {
            return decodeNumber(text, at + 1, at + 3, 16, bytes);
        }
        bytes.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
        return at + 1;
    }

    private static int decodeNumber(String text, int from, int limit, int radix, ByteArrayOutputStream bytes) {
        int value = 0;
        int i = from;
        while (i < Math.min(limit, text.length()) && Character.digit(text.charAt(i), radix) >= 0) {
            value = value * radix + Character.digit(text.charAt(i), radix);
            i++;
        }
        bytes.write(value);
        return i;
    }

    private static String fromBytes(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException _) {
            var text = new StringBuilder(bytes.length);
            for (byte b : bytes) {
                text.append(b >= 0 ? (char) b : (char) (FOREIGN_BYTES + (b & 0xFF)));
            }
            return text.toString();
        }
    }

    /** Appends a text as XLA escapes it. */
    static void encode(String text, StringBuilder out) {
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            i += Character.charCount(codePoint);
            int simple = "\n\r\t\"'\\".indexOf(codePoint);
            if (simple >= 0) {
                out.append('\\').append("nrt\"'\\".charAt(simple));
            } else if (codePoint >= ' ' && codePoint < 0x7F) {
                out.append((char) codePoint);
            } else if (codePoint >= FOREIGN_BYTES && codePoint <= FOREIGN_BYTES + 0xFF) {
                appendOctal(codePoint - FOREIGN_BYTES, out);
            } else {
                for (byte b : Character.toString(codePoint).getBytes(StandardCharsets.UTF_8)) {
                    appendOctal(b & 0xFF, out);
                }
            }
        }
    }

    private static void appendOctal(int value, StringBuilder out) {
        out.append('\\')
                .append((char) ('0' + (value >> 6)))
                .append((char) ('0' + ((value >> 3) & 7)))
                .append((char) ('0' + (value & 7)));
    }
}
