package org.hloexplorer.pipeline;

/**
 * A rewrite that a pass knows, as lists of rules show it.
 *
 * @param name as events and toggles spell it, such as {@code multiply-one}
 * @param algebra what becomes of what, such as {@code x * 1 → x}
 */
public record RuleDescription(String name, String algebra, Effect effect) {}
