package org.hloexplorer.hlo.text;

import java.util.Locale;
import org.hloexplorer.hlo.ProblemCode;

/** The kinds of complaint about a text, in the order in which a reader comes to them. */
public enum DiagnosticCode implements ProblemCode {
    /** Neither HLO text nor another format that is read here. */
    UNSUPPORTED_FORMAT,
    /** Compressed contents that are broken, or larger than any program. */
    UNREADABLE,
    /** An operation of another format that HLO has no counterpart for. */
    NOT_CONVERTIBLE,
    /** A character that begins nothing in HLO text, such as NUL or {@code <} alone. */
    UNEXPECTED_CHARACTER,
    /** A string without its closing quote. */
    UNTERMINATED_STRING,
    /** A comment without its end. */
    UNTERMINATED_COMMENT,
    /** An integer that takes more than 64 bits, or more than its place allows. */
    NUMBER_OUT_OF_RANGE,
    /** Something else stands where the grammar wants a particular thing. */
    UNEXPECTED_TOKEN,
    /** Shapes, literals or operands inside each other beyond all use. */
    NESTED_TOO_DEEPLY,
    /** A text without a computation. */
    EMPTY_MODULE,
    /** A computation without an instruction. */
    EMPTY_COMPUTATION,
    /** A second computation marked ENTRY. */
    MULTIPLE_ENTRIES,
    /** A second instruction marked ROOT in a computation. */
    MULTIPLE_ROOTS,
    /** A name that is taken already. */
    DUPLICATE_NAME,
    /** The shape that a computation's head promises is not that of its root. */
    PROGRAM_SHAPE_MISMATCH,
    /** The module's header promises other shapes than its entry has. */
    ENTRY_LAYOUT_MISMATCH,
    /** Dimensions whose product no machine can count. */
    SHAPE_TOO_LARGE,
    /** A layout that does not name each dimension once. */
    INVALID_LAYOUT,
    /** An operation whose shape cannot be worked out stands without one. */
    MISSING_SHAPE,
    /** An operation that this program does not know; kept as it is. */
    UNKNOWN_OPCODE,
    /** An operand that no earlier instruction of the computation defines. */
    UNKNOWN_OPERAND,
    /** An element that an operand's tuple does not have, or an operand that is no tuple. */
    INVALID_ELEMENT,
    /** A computation that no earlier text defines. */
    UNKNOWN_COMPUTATION,
    /** The shape written before an operand is not the shape it has. */
    OPERAND_SHAPE_MISMATCH,
    /** An attribute that this program does not know; kept as it is. */
    UNKNOWN_ATTRIBUTE,
    /** An attribute that the operation does not have; kept as it is. */
    UNEXPECTED_ATTRIBUTE,
    /** An attribute that stands twice. */
    DUPLICATE_ATTRIBUTE,
    /** An attribute that the operation needs is not there. */
    MISSING_ATTRIBUTE,
    /** An attribute whose value has the wrong form or makes no sense. */
    INVALID_ATTRIBUTE,
    /** A literal whose nesting or number of elements is not that of its shape. */
    LITERAL_SHAPE_MISMATCH,
    /** A value that its element type cannot hold. */
    VALUE_OUT_OF_RANGE,
    /** A constant whose values the text left out as {@code {...}}; what it computes with them means nothing. */
    ELIDED_CONSTANT;

    private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

    @Override
    public String text() {
        return text;
    }

    @Override
    public String toString() {
        return text;
    }
}
