package org.hloexplorer.hlo.verify;

/** Numbers of things in sentences. */
final class Counts {
    private Counts() {}

    /** Such as {@code 1 operand} and {@code 2 operands}. */
    static String of(long count, String noun) {
        return count == 1 ? "1 " + noun : count + " " + noun + "s";
    }
}
