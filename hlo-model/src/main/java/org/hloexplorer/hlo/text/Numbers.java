package org.hloexplorer.hlo.text;

/** Where numbers of HLO text end. The characters end with a NUL, so that looking one ahead is safe. */
final class Numbers {
    private Numbers() {}

    /** The end of a float whose first digits lie between two offsets, or -1 where it is an integer. */
    static int floatEnd(char[] chars, int digits, int digitsEnd) {
        int i = digitsEnd;
        boolean hasPoint = chars[i] == '.' && chars[i + 1] != '.';
        if (hasPoint) {
            i = digitsEnd(chars, i + 1);
        }
        if (i - digits == (hasPoint ? 1 : 0)) {
            return -1;
        }
        if (chars[i] == 'e' || chars[i] == 'E') {
            int exponent = chars[i + 1] == '+' || chars[i + 1] == '-' ? i + 2 : i + 1;
            if (Characters.isDigit(chars[exponent])) {
                return digitsEnd(chars, exponent);
            }
        }
        return hasPoint ? i : -1;
    }

    /** The end of sizes such as {@code 3x3}, from the first {@code x} on. */
    static int sizesEnd(char[] chars, int from) {
        int i = from;
        while (chars[i] == 'x' && Characters.isDigit(chars[i + 1])) {
            i = digitsEnd(chars, i + 1);
        }
        return i;
    }

    /** The end of padding, from the first {@code _} of low_high on, perhaps with interior, perhaps of several dimensions. */
    static int paddingEnd(char[] chars, int from) {
        int i = from;
        while ((chars[i] == '_' || chars[i] == 'x') && isSigned(chars, i + 1)) {
            i = digitsEnd(chars, chars[i + 1] == '-' ? i + 2 : i + 1);
        }
        return i;
    }

    /** Whether a number begins there, perhaps with a minus. */
    static boolean isSigned(char[] chars, int offset) {
        return Characters.isDigit(chars[offset]) || (chars[offset] == '-' && Characters.isDigit(chars[offset + 1]));
    }

    /** The end of the digits that begin there; the same offset where there are none. */
    static int digitsEnd(char[] chars, int from) {
        int i = from;
        while (Characters.isDigit(chars[i])) {
            i++;
        }
        return i;
    }
}
