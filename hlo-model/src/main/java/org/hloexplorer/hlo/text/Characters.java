package org.hloexplorer.hlo.text;

/** Which characters words and numbers of HLO text are made of. */
final class Characters {
    private static final int WORD_START = 1;
    private static final int WORD_PART = 2;
    private static final int DIGIT = 4;
    private static final byte[] CLASSES = new byte[128];

    static {
        for (char c = 'a'; c <= 'z'; c++) {
            CLASSES[c] = WORD_START | WORD_PART;
            CLASSES[Character.toUpperCase(c)] = WORD_START | WORD_PART;
        }
        for (char c = '0'; c <= '9'; c++) {
            CLASSES[c] = WORD_PART | DIGIT;
        }
        CLASSES['_'] = WORD_START | WORD_PART;
        CLASSES['.'] = WORD_PART;
        CLASSES['-'] = WORD_PART;
    }

    private Characters() {}

    static boolean startsWord(char c) {
        return c < 128 && (CLASSES[c] & WORD_START) != 0;
    }

    static boolean isWordPart(char c) {
        return c < 128 && (CLASSES[c] & WORD_PART) != 0;
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    static boolean isBlank(char c) {
        return c == ' ' || c == '\n' || c == '\t' || c == '\r';
    }

    /** A dimension in dim_labels: a number, batch, feature, input, output, or {@code ?} for none. */
    static boolean isDimLabel(char c) {
        return isDigit(c) || c == 'b' || c == 'f' || c == 'i' || c == 'o' || c == '?';
    }

    /** A character in words; what takes the place of bytes that are no UTF-8 is called by what the file holds. */
    static String described(char c) {
        if (c == '\uFFFD') {
            return "a byte that is no UTF-8 (is the text in another encoding, or damaged?)";
        }
        return c < ' ' || c > '~' ? "the character U+%04X".formatted((int) c) : "'" + c + "'";
    }
}
