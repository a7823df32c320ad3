package org.hloexplorer.hlo;

/** An attribute that is kept as it was written, because this program has no use for it or does not know it. */
public record Attribute(String name, String text) {}
