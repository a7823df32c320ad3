package org.hloexplorer.visualizers.graph;

/** Which part of an instruction is not what it was. */
public enum Change {
    OPCODE,
    ATTRIBUTES,
    SHAPE,
    LAYOUT,
    OPERANDS,
    BODY
}
