package org.hloexplorer.visualizers;

/** An edge that views can select: a value on its way from its maker to one of its users, in a version of a module. */
public record EdgeSelection(int version, int computationId, int producer, int consumer) {}
