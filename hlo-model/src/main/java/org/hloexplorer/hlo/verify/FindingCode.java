package org.hloexplorer.hlo.verify;

import java.util.Locale;
import org.hloexplorer.hlo.ProblemCode;
import org.hloexplorer.hlo.Severity;

/** What may be wrong with a module, with how bad it is. */
public enum FindingCode implements ProblemCode {
    /** Two instructions or computations share an id. */
    DUPLICATE_ID(Severity.ERROR),
    /** Two instructions of a computation, or two computations, share a name. */
    DUPLICATE_NAME(Severity.ERROR),
    /** A computation's root is not one of its instructions. */
    ROOT_MISSING(Severity.ERROR),
    /** Parameters are not numbered from 0 without gaps. */
    PARAMETER_NUMBER(Severity.ERROR),
    /** An operand is no instruction of the computation. */
    OPERAND_MISSING(Severity.ERROR),
    /** An operand stands behind its user, or depends on it. */
    OPERAND_ORDER(Severity.ERROR),
    /** What must run before is no instruction of the computation. */
    CONTROL_PREDECESSOR(Severity.ERROR),
    /** A called computation is not in the module. */
    CALLEE_MISSING(Severity.ERROR),
    /** A computation calls itself, directly or through others. */
    CALL_CYCLE(Severity.ERROR),
    /** Two instructions call one fused computation, so that no pass may change it for one of them. */
    SHARED_FUSION(Severity.WARNING),
    /** A called computation takes or gives something else than its caller needs. */
    CALLEE_SIGNATURE(Severity.ERROR),
    /** More or fewer operands than the operation takes. */
    OPERAND_COUNT(Severity.ERROR),
    /** An operand of a kind or element type that the operation does not take. */
    OPERAND_TYPE(Severity.ERROR),
    /** Operands whose dimensions or element types do not go together. */
    OPERAND_SHAPES(Severity.ERROR),
    /** Floating types of different width meet in one operation; compilers for TPUs print such programs. */
    MIXED_PRECISION(Severity.WARNING),
    /** A dimension is marked as dynamic in the result or in an operand only. */
    DYNAMIC_DIMENSIONS(Severity.WARNING),
    /** The shape of an instruction is not what its operation gives. */
    SHAPE_MISMATCH(Severity.ERROR),
    /** A dimension that the operand or the result does not have. */
    DIMENSION_OUT_OF_RANGE(Severity.ERROR),
    /** A dimension that is named twice. */
    DUPLICATE_DIMENSION(Severity.ERROR),
    /** Dimension numbers that contradict each other or the operands. */
    DIMENSION_NUMBERS(Severity.ERROR),
    /** A slice or its size lies outside its operand, or runs backwards. */
    SLICE_BOUNDS(Severity.ERROR),
    /** A window that does not fit its operand, or a size, stride or dilation below 1. */
    WINDOW(Severity.ERROR),
    /** A tuple has no element of this index. */
    TUPLE_INDEX(Severity.ERROR),
    /** A constant's value has another shape than the constant. */
    LITERAL_SHAPE(Severity.ERROR),
    /** Who takes part in a collective is said in no form that XLA has, or names someone twice. */
    REPLICA_GROUPS(Severity.ERROR),
    /** The middle or end of an asynchronous operation does not follow its start. */
    ASYNC_CHAIN(Severity.ERROR);

    private final Severity severity;
    private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

    FindingCode(Severity severity) {
        this.severity = severity;
    }

    public Severity severity() {
        return severity;
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public String toString() {
        return text;
    }
}
