package org.hloexplorer.roofline;

/**
 * A number and where it comes from; nothing is drawn or listed without both.
 *
 * @param source in words, such as {@code HLO cost analysis} or {@code median of 20 runs}
 */
public record Figure(double value, String source) {}
