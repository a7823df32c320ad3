package org.hloexplorer.hlo.text;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The attributes of instructions that this program knows, with the form of their values. */
enum AttributeName {
    ALGORITHM(Form.WORD),
    API_VERSION(Form.WORD),
    ASYNC_EXECUTION_THREAD(Form.STRING),
    BACKEND_CONFIG(Form.BACKEND_CONFIG),
    BATCH_GROUP_COUNT(Form.INT),
    BODY(Form.COMPUTATION),
    BRANCH_COMPUTATIONS(Form.COMPUTATIONS),
    CALLED_COMPUTATIONS(Form.COMPUTATIONS),
    CALLS(Form.COMPUTATIONS),
    CHANNEL_ID(Form.INT),
    COLLAPSED_SLICE_DIMS(Form.DIMENSIONS),
    CONDITION(Form.COMPUTATION),
    CONSTRAIN_LAYOUT(Form.BOOLEAN),
    CONTROL_PREDECESSORS("control-predecessors", Form.INSTRUCTIONS),
    CUSTOM_CALL_HAS_SIDE_EFFECT(Form.BOOLEAN),
    CUSTOM_CALL_TARGET(Form.STRING),
    DELTA(Form.INT),
    DIM_LABELS(Form.DIM_LABELS),
    DIMENSIONS(Form.DIMENSIONS),
    DIRECTION(Form.WORD),
    DISTRIBUTION(Form.WORD),
    DOMAIN(Form.TEXT),
    DYNAMIC_SLICE_SIZES(Form.SIZES),
    EPSILON(Form.FLOAT),
    EXPONENT_BITS(Form.INT),
    FALSE_COMPUTATION(Form.COMPUTATION),
    FEATURE_GROUP_COUNT(Form.INT),
    FEATURE_INDEX(Form.INT),
    FFT_LENGTH(Form.SIZES),
    FFT_TYPE(Form.WORD),
    FRONTEND_ATTRIBUTES(Form.FRONTEND_ATTRIBUTES),
    INDEX(Form.INT),
    INDEX_VECTOR_DIM(Form.INT),
    INDICES_ARE_SORTED(Form.BOOLEAN),
    INFEED_CONFIG(Form.STRING),
    INPUT_BATCHING_DIMS(Form.DIMENSIONS),
    INSERTED_WINDOW_DIMS(Form.DIMENSIONS),
    IOTA_DIMENSION(Form.INT),
    IS_ASSOCIATIVE(Form.BOOLEAN),
    IS_COMPOSITE(Form.BOOLEAN),
    IS_HOST_TRANSFER(Form.BOOLEAN),
    IS_REVERSE(Form.BOOLEAN),
    IS_STABLE(Form.BOOLEAN),
    K(Form.INT),
    KIND(Form.WORD),
    LARGEST(Form.BOOLEAN),
    LEFT_SIDE(Form.BOOLEAN),
    LHS_BATCH_DIMS(Form.DIMENSIONS),
    LHS_CONTRACTING_DIMS(Form.DIMENSIONS),
    LHS_RAGGED_DIMS(Form.DIMENSIONS),
    LOWER(Form.BOOLEAN),
    MANTISSA_BITS(Form.INT),
    METADATA(Form.METADATA),
    NUM_CARRIES(Form.INT),
    OFFSET_DIMS(Form.DIMENSIONS),
    OPERAND_BATCHING_DIMS(Form.DIMENSIONS),
    OPERAND_LAYOUT_CONSTRAINTS(Form.SHAPES),
    OPERAND_PRECISION(Form.WORDS),
    OUTFEED_CONFIG(Form.STRING),
    OUTFEED_SHAPE(Form.SHAPE),
    OUTPUT_TO_OPERAND_ALIASING(Form.ALIASING),
    PADDING(Form.PADDING),
    REPLICA_GROUPS(Form.TEXT),
    RHS_BATCH_DIMS(Form.DIMENSIONS),
    RHS_CONTRACTING_DIMS(Form.DIMENSIONS),
    RHS_GROUP_DIMS(Form.DIMENSIONS),
    SCATTER(Form.COMPUTATION),
    SCATTER_DIMS_TO_OPERAND_DIMS(Form.DIMENSIONS),
    SCATTER_INDICES_BATCHING_DIMS(Form.DIMENSIONS),
    SELECT(Form.COMPUTATION),
    SHARDING(Form.TEXT),
    SLICE(Form.SLICE),
    SLICE_SIZES(Form.SIZES),
    SOURCE_TARGET_PAIRS(Form.PAIRS),
    START_INDEX_MAP(Form.DIMENSIONS),
    START_INDICES_BATCHING_DIMS(Form.DIMENSIONS),
    TO_APPLY(Form.COMPUTATION),
    TRANSPOSE_A(Form.WORD),
    TRUE_COMPUTATION(Form.COMPUTATION),
    TYPE(Form.WORD),
    UNIQUE_INDICES(Form.BOOLEAN),
    UNIT_DIAGONAL(Form.BOOLEAN),
    UPDATE_WINDOW_DIMS(Form.DIMENSIONS),
    USE_GLOBAL_DEVICE_IDS(Form.BOOLEAN),
    WINDOW(Form.WINDOW),

    // Kept as text: the model has no use for them.
    ASYNC_GROUP_ID(Form.TEXT),
    BARRIER(Form.TEXT),
    CONVOLUTION_KIND(Form.TEXT),
    CROSS_PROGRAM_PREFETCH_INDEX(Form.TEXT),
    HAS_DYNAMIC_ROOT(Form.TEXT),
    INFERRED_DIMENSION(Form.TEXT),
    IS_CROSS_PROGRAM_PREFETCH(Form.TEXT),
    LITERAL(Form.TEXT),
    MODE(Form.TEXT),
    ORIGIN(Form.TEXT),
    PADDING_TYPE(Form.TEXT),
    PARAMETER_REPLICATION(Form.TEXT),
    RESULT_ACCURACY(Form.TEXT),
    SCHEDULE(Form.TEXT),
    SPARSITY(Form.TEXT),
    SPARSITY_CONFIG(Form.TEXT),
    STATISTICS(Form.TEXT);

    /** The forms of values. */
    enum Form {
        BOOLEAN,
        INT,
        FLOAT,
        WORD,
        WORDS,
        STRING,
        DIMENSIONS,
        SIZES,
        PAIRS,
        WINDOW,
        PADDING,
        SLICE,
        DIM_LABELS,
        SHAPE,
        SHAPES,
        ALIASING,
        COMPUTATION,
        COMPUTATIONS,
        INSTRUCTIONS,
        METADATA,
        FRONTEND_ATTRIBUTES,
        BACKEND_CONFIG,
        TEXT
    }

    private static final Map<String, AttributeName> BY_TEXT =
            Arrays.stream(values()).collect(Collectors.toMap(AttributeName::text, Function.identity()));

    private final String text;
    private final Form form;

    AttributeName(Form form) {
        this.text = name().toLowerCase(Locale.ROOT);
        this.form = form;
    }

    AttributeName(String text, Form form) {
        this.text = text;
        this.form = form;
    }

    static @Nullable AttributeName named(String text) {
        return BY_TEXT.get(text);
    }

    static Set<String> texts() {
        return BY_TEXT.keySet();
    }

    /** XLA's spelling. */
    String text() {
        return text;
    }

    Form form() {
        return form;
    }
}
