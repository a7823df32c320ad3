package org.hloexplorer.hlo.text;

/** A module's text, and where each of its instructions and computations stands in it. */
public record PrintedModule(String text, SourceMap sourceMap) {}
