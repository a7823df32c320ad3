package org.hloexplorer.hlo.reader;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Text that editors and shells of Windows save in UTF-16, or mark as UTF-8: told by the bytes it begins with, with which no
 * program in UTF-8 and no protocol buffer does.
 */
final class TextEncoding {
    private TextEncoding() {}

    /** The same text in plain UTF-8; all else as it is. */
    static byte[] toUtf8(byte[] content) {
        if (startsWith(content, 0xEF, 0xBB, 0xBF)) {
            return Arrays.copyOfRange(content, 3, content.length);
        }
        if (startsWith(content, 0xFF, 0xFE)) {
            return recoded(content, 2, StandardCharsets.UTF_16LE);
        }
        if (startsWith(content, 0xFE, 0xFF)) {
            return recoded(content, 2, StandardCharsets.UTF_16BE);
        }
        return startsWith(content, 'H', 0, 'l', 0) ? recoded(content, 0, StandardCharsets.UTF_16LE) : content;
    }

    private static byte[] recoded(byte[] content, int from, Charset charset) {
        return new String(content, from, content.length - from, charset).getBytes(StandardCharsets.UTF_8);
    }

    private static boolean startsWith(byte[] content, int... expected) {
        if (content.length < expected.length) {
            return false;
        }
        for (int i = 0; i < expected.length; i++) {
            if ((content[i] & 0xFF) != expected[i]) {
                return false;
            }
        }
        return true;
    }
}
