package org.hloexplorer.hlo;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The operations of HLO: one table of mnemonic, number of operands and category. */
public enum HloOpcode {
    // Unary, element by element.
    ABS("abs", 1, Category.ELEMENTWISE),
    ACOS("acos", 1, Category.ELEMENTWISE),
    ACOSH("acosh", 1, Category.ELEMENTWISE),
    ASIN("asin", 1, Category.ELEMENTWISE),
    ASINH("asinh", 1, Category.ELEMENTWISE),
    ATAN("atan", 1, Category.ELEMENTWISE),
    ATANH("atanh", 1, Category.ELEMENTWISE),
    CBRT("cbrt", 1, Category.ELEMENTWISE),
    CEIL("ceil", 1, Category.ELEMENTWISE),
    COUNT_LEADING_ZEROS("count-leading-zeros", 1, Category.ELEMENTWISE),
    COSINE("cosine", 1, Category.ELEMENTWISE),
    COSH("cosh", 1, Category.ELEMENTWISE),
    ERF("erf", 1, Category.ELEMENTWISE),
    EXPONENTIAL("exponential", 1, Category.ELEMENTWISE),
    EXPONENTIAL_MINUS_ONE("exponential-minus-one", 1, Category.ELEMENTWISE),
    FLOOR("floor", 1, Category.ELEMENTWISE),
    IMAG("imag", 1, Category.ELEMENTWISE),
    IS_FINITE("is-finite", 1, Category.ELEMENTWISE),
    LOG("log", 1, Category.ELEMENTWISE),
    LOG_PLUS_ONE("log-plus-one", 1, Category.ELEMENTWISE),
    LOGISTIC("logistic", 1, Category.ELEMENTWISE),
    NEGATE("negate", 1, Category.ELEMENTWISE),
    NOT("not", 1, Category.ELEMENTWISE),
    POPCNT("popcnt", 1, Category.ELEMENTWISE),
    REAL("real", 1, Category.ELEMENTWISE),
    ROUND_NEAREST_AFZ("round-nearest-afz", 1, Category.ELEMENTWISE),
    ROUND_NEAREST_EVEN("round-nearest-even", 1, Category.ELEMENTWISE),
    RSQRT("rsqrt", 1, Category.ELEMENTWISE),
    SIGN("sign", 1, Category.ELEMENTWISE),
    SINE("sine", 1, Category.ELEMENTWISE),
    SINH("sinh", 1, Category.ELEMENTWISE),
    SQRT("sqrt", 1, Category.ELEMENTWISE),
    TAN("tan", 1, Category.ELEMENTWISE),
    TANH("tanh", 1, Category.ELEMENTWISE),
    CONVERT("convert", 1, Category.ELEMENTWISE),
    BITCAST_CONVERT("bitcast-convert", 1, Category.ELEMENTWISE),
    REDUCE_PRECISION("reduce-precision", 1, Category.ELEMENTWISE),

    // Binary, element by element.
    ADD("add", 2, Category.ELEMENTWISE),
    SUBTRACT("subtract", 2, Category.ELEMENTWISE),
    MULTIPLY("multiply", 2, Category.ELEMENTWISE),
    MULHI("mulhi", 2, Category.ELEMENTWISE),
    DIVIDE("divide", 2, Category.ELEMENTWISE),
    REMAINDER("remainder", 2, Category.ELEMENTWISE),
    POWER("power", 2, Category.ELEMENTWISE),
    MAXIMUM("maximum", 2, Category.ELEMENTWISE),
    MINIMUM("minimum", 2, Category.ELEMENTWISE),
    AND("and", 2, Category.ELEMENTWISE),
    OR("or", 2, Category.ELEMENTWISE),
    XOR("xor", 2, Category.ELEMENTWISE),
    ATAN2("atan2", 2, Category.ELEMENTWISE),
    COMPLEX("complex", 2, Category.ELEMENTWISE),
    COMPARE("compare", 2, Category.ELEMENTWISE),
    SHIFT_LEFT("shift-left", 2, Category.ELEMENTWISE),
    SHIFT_RIGHT_ARITHMETIC("shift-right-arithmetic", 2, Category.ELEMENTWISE),
    SHIFT_RIGHT_LOGICAL("shift-right-logical", 2, Category.ELEMENTWISE),
    STOCHASTIC_CONVERT("stochastic-convert", 2, Category.ELEMENTWISE),

    // Ternary, element by element.
    SELECT("select", 3, Category.ELEMENTWISE),
    CLAMP("clamp", 3, Category.ELEMENTWISE),

    // Values that come from nowhere.
    CONSTANT("constant", 0, Category.SOURCE),
    IOTA("iota", 0, Category.SOURCE),
    PARAMETER("parameter", 0, Category.SOURCE),
    RNG("rng", HloOpcode.VARIADIC, Category.SOURCE),
    RNG_BIT_GENERATOR("rng-bit-generator", 1, Category.SOURCE),
    RNG_GET_AND_UPDATE_STATE("rng-get-and-update-state", 0, Category.SOURCE),

    // Movement of data.
    COPY("copy", 1, Category.DATA_MOVEMENT),
    BROADCAST("broadcast", 1, Category.DATA_MOVEMENT),
    RESHAPE("reshape", 1, Category.DATA_MOVEMENT),
    DYNAMIC_RESHAPE("dynamic-reshape", HloOpcode.VARIADIC, Category.DATA_MOVEMENT),
    BITCAST("bitcast", 1, Category.DATA_MOVEMENT),
    TRANSPOSE("transpose", 1, Category.DATA_MOVEMENT),
    REVERSE("reverse", 1, Category.DATA_MOVEMENT),
    SLICE("slice", 1, Category.DATA_MOVEMENT),
    DYNAMIC_SLICE("dynamic-slice", HloOpcode.VARIADIC, Category.DATA_MOVEMENT),
    DYNAMIC_UPDATE_SLICE("dynamic-update-slice", HloOpcode.VARIADIC, Category.DATA_MOVEMENT),
    CONCATENATE("concatenate", HloOpcode.VARIADIC, Category.DATA_MOVEMENT),
    PAD("pad", 2, Category.DATA_MOVEMENT),
    GATHER("gather", 2, Category.DATA_MOVEMENT),
    GET_DIMENSION_SIZE("get-dimension-size", 1, Category.DATA_MOVEMENT),
    SET_DIMENSION_SIZE("set-dimension-size", 2, Category.DATA_MOVEMENT),
    COPY_START("copy-start", 1, Category.DATA_MOVEMENT),
    COPY_DONE("copy-done", 1, Category.DATA_MOVEMENT),

    // Reductions and windows.
    REDUCE("reduce", HloOpcode.VARIADIC, Category.REDUCTION),
    REDUCE_WINDOW("reduce-window", HloOpcode.VARIADIC, Category.REDUCTION),
    SELECT_AND_SCATTER("select-and-scatter", 3, Category.REDUCTION),
    SCATTER("scatter", HloOpcode.VARIADIC, Category.REDUCTION),
    SORT("sort", HloOpcode.VARIADIC, Category.REDUCTION),
    TOPK("topk", 1, Category.REDUCTION),
    MAP("map", HloOpcode.VARIADIC, Category.REDUCTION),
    SCAN("scan", HloOpcode.VARIADIC, Category.REDUCTION),

    // Linear algebra.
    DOT("dot", 2, Category.LINEAR_ALGEBRA),
    RAGGED_DOT("ragged-dot", 3, Category.LINEAR_ALGEBRA),
    SCALED_DOT("scaled-dot", 4, Category.LINEAR_ALGEBRA),
    CONVOLUTION("convolution", HloOpcode.VARIADIC, Category.LINEAR_ALGEBRA),
    FFT("fft", 1, Category.LINEAR_ALGEBRA),
    CHOLESKY("cholesky", 1, Category.LINEAR_ALGEBRA),
    TRIANGULAR_SOLVE("triangular-solve", 2, Category.LINEAR_ALGEBRA),
    BATCH_NORM_TRAINING("batch-norm-training", 3, Category.LINEAR_ALGEBRA),
    BATCH_NORM_INFERENCE("batch-norm-inference", 5, Category.LINEAR_ALGEBRA),
    BATCH_NORM_GRAD("batch-norm-grad", 5, Category.LINEAR_ALGEBRA),

    // Tuples and control.
    TUPLE("tuple", HloOpcode.VARIADIC, Category.CONTROL),
    GET_TUPLE_ELEMENT("get-tuple-element", 1, Category.CONTROL),
    CALL("call", HloOpcode.VARIADIC, Category.CONTROL),
    WHILE("while", 1, Category.CONTROL),
    CONDITIONAL("conditional", HloOpcode.VARIADIC, Category.CONTROL),
    FUSION("fusion", HloOpcode.VARIADIC, Category.CONTROL),
    CUSTOM_CALL("custom-call", HloOpcode.VARIADIC, Category.CONTROL),
    OPTIMIZATION_BARRIER("opt-barrier", 1, Category.CONTROL),

    // Tokens, input and output.
    AFTER_ALL("after-all", HloOpcode.VARIADIC, Category.INPUT_OUTPUT),
    ADD_DEPENDENCY("add-dependency", 2, Category.INPUT_OUTPUT),
    INFEED("infeed", 1, Category.INPUT_OUTPUT),
    OUTFEED("outfeed", 2, Category.INPUT_OUTPUT),
    SEND("send", 2, Category.INPUT_OUTPUT),
    SEND_DONE("send-done", 1, Category.INPUT_OUTPUT),
    RECV("recv", 1, Category.INPUT_OUTPUT),
    RECV_DONE("recv-done", 1, Category.INPUT_OUTPUT),
    DOMAIN("domain", 1, Category.INPUT_OUTPUT),

    // Asynchronous.
    ASYNC_START("async-start", HloOpcode.VARIADIC, Category.ASYNC),
    ASYNC_UPDATE("async-update", HloOpcode.VARIADIC, Category.ASYNC),
    ASYNC_DONE("async-done", 1, Category.ASYNC),

    // Collective.
    ALL_GATHER("all-gather", HloOpcode.VARIADIC, Category.COLLECTIVE),
    ALL_GATHER_START("all-gather-start", HloOpcode.VARIADIC, Category.COLLECTIVE),
    ALL_GATHER_DONE("all-gather-done", 1, Category.COLLECTIVE),
    ALL_REDUCE("all-reduce", HloOpcode.VARIADIC, Category.COLLECTIVE),
    ALL_REDUCE_START("all-reduce-start", HloOpcode.VARIADIC, Category.COLLECTIVE),
    ALL_REDUCE_DONE("all-reduce-done", 1, Category.COLLECTIVE),
    REDUCE_SCATTER("reduce-scatter", HloOpcode.VARIADIC, Category.COLLECTIVE),
    ALL_TO_ALL("all-to-all", HloOpcode.VARIADIC, Category.COLLECTIVE),
    RAGGED_ALL_TO_ALL("ragged-all-to-all", 6, Category.COLLECTIVE),
    COLLECTIVE_PERMUTE("collective-permute", HloOpcode.VARIADIC, Category.COLLECTIVE),
    COLLECTIVE_PERMUTE_START("collective-permute-start", HloOpcode.VARIADIC, Category.COLLECTIVE),
    COLLECTIVE_PERMUTE_DONE("collective-permute-done", 1, Category.COLLECTIVE),
    COLLECTIVE_BROADCAST("collective-broadcast", HloOpcode.VARIADIC, Category.COLLECTIVE),
    COLLECTIVE_REDUCE("collective-reduce", HloOpcode.VARIADIC, Category.COLLECTIVE),
    SHUFFLE("shuffle", HloOpcode.VARIADIC, Category.COLLECTIVE),
    REPLICA_ID("replica-id", 0, Category.COLLECTIVE),
    PARTITION_ID("partition-id", 0, Category.COLLECTIVE),

    /** An operation this program does not know; {@link HloOp.Unknown} holds its mnemonic. */
    UNKNOWN("unknown", HloOpcode.VARIADIC, Category.UNKNOWN);

    /** The arity of an operation that takes any number of operands. */
    public static final int VARIADIC = -1;

    /** What an operation is to a reader; passes and views ask for more where they need it. */
    public enum Category {
        ELEMENTWISE,
        SOURCE,
        DATA_MOVEMENT,
        REDUCTION,
        LINEAR_ALGEBRA,
        CONTROL,
        INPUT_OUTPUT,
        ASYNC,
        COLLECTIVE,
        UNKNOWN
    }

    private static final Map<String, HloOpcode> BY_MNEMONIC = Arrays.stream(values())
            .filter(opcode -> opcode.category != Category.UNKNOWN)
            .collect(Collectors.toMap(HloOpcode::mnemonic, Function.identity()));

    private final String mnemonic;
    private final int arity;
    private final Category category;

    HloOpcode(String mnemonic, int arity, Category category) {
        this.mnemonic = mnemonic;
        this.arity = arity;
        this.category = category;
    }

    /** The opcode written this way, such as {@code get-tuple-element}. */
    public static Optional<HloOpcode> named(String mnemonic) {
        return Optional.ofNullable(BY_MNEMONIC.get(mnemonic));
    }

    public String mnemonic() {
        return mnemonic;
    }

    /** The number of operands, or {@link #VARIADIC}. */
    public int arity() {
        return arity;
    }

    public Category category() {
        return category;
    }

    public boolean isElementwise() {
        return category == Category.ELEMENTWISE;
    }

    /** Whether the two operands may be swapped. */
    public boolean isCommutative() {
        return switch (this) {
            case ADD, MULTIPLY, MULHI, MAXIMUM, MINIMUM, AND, OR, XOR -> true;
            default -> false;
        };
    }

    @Override
    public String toString() {
        return mnemonic;
    }
}
