package org.hloexplorer.hlo.diff;

/**
 * Something about an instruction that differs, as text.
 *
 * @param attribute {@code name}, {@code opcode}, {@code shape}, {@code operands}, {@code computation}, {@code root}, or
 *     an attribute's name in HLO
 * @param before empty where there was none
 * @param after empty where there is none
 */
public record AttributeChange(String attribute, String before, String after) {
    @Override
    public String toString() {
        return "%s: %s → %s".formatted(attribute, before.isEmpty() ? "none" : before, after.isEmpty() ? "none" : after);
    }
}
