package org.hloexplorer.app.workbench;

import org.hloexplorer.hlo.eval.LiteralComparison;

/**
 * An output held against the reference.
 *
 * @param reference what it was compared with, in words
 */
public record ReferenceComparison(LiteralComparison comparison, String reference) {}
