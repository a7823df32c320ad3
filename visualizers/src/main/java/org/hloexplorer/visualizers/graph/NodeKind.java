package org.hloexplorer.visualizers.graph;

import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Shape;

/** What a node's fill says, by the convention of XLA's own graph pictures. */
public enum NodeKind {
    ELEMENTWISE("#ffffff", "#2b3036"),
    BROADCAST("#fff9c4", "#5c5420"),
    DATA_MOVEMENT("#c8e6c9", "#2f5233"),
    CONTRACTION("#1565c0", "#2f7fd6"),
    SMALL_PARAMETER("#ffe0b2", "#6b4a1e"),
    LARGE_PARAMETER("#ffb74d", "#8a5a12"),
    REDUCTION("#e1bee7", "#5a3a66"),
    FUSION("#cfd8dc", "#455a64"),
    COMMUNICATION("#bcaaa4", "#5d4a42"),
    CALL("#2e7d32", "#3f9a44");

    /** From so many elements on XLA calls a parameter large. */
    private static final long LARGE = 4096;

    private final String light;
    private final String dark;

    NodeKind(String light, String dark) {
        this.light = light;
        this.dark = dark;
    }

    /** Whether it stands for something that is done, and not for an argument. */
    public boolean isOperation() {
        return this != SMALL_PARAMETER && this != LARGE_PARAMETER;
    }

    public static NodeKind of(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case BROADCAST, DYNAMIC_UPDATE_SLICE -> BROADCAST;
            case CONCATENATE,
                    DYNAMIC_SLICE,
                    RESHAPE,
                    DYNAMIC_RESHAPE,
                    REVERSE,
                    TRANSPOSE,
                    COPY,
                    COPY_START,
                    COPY_DONE,
                    BITCAST -> DATA_MOVEMENT;
            case DOT, RAGGED_DOT, SCALED_DOT, CONVOLUTION, FFT, CHOLESKY, TRIANGULAR_SOLVE -> CONTRACTION;
            case PARAMETER -> isLarge(instruction.shape()) ? LARGE_PARAMETER : SMALL_PARAMETER;
            case REDUCE,
                    REDUCE_WINDOW,
                    SCAN,
                    SCATTER,
                    GATHER,
                    SELECT_AND_SCATTER,
                    SORT,
                    TOPK,
                    BATCH_NORM_GRAD,
                    BATCH_NORM_INFERENCE,
                    BATCH_NORM_TRAINING -> REDUCTION;
            case FUSION, MAP, DOMAIN, GET_DIMENSION_SIZE, SET_DIMENSION_SIZE -> FUSION;
            case INFEED, OUTFEED, SEND, SEND_DONE, RECV, RECV_DONE -> COMMUNICATION;
            case CALL, CONDITIONAL, CUSTOM_CALL, WHILE -> CALL;
            default -> byCategory(instruction);
        };
    }

    private static NodeKind byCategory(HloInstruction instruction) {
        return switch (instruction.opcode().category()) {
            case COLLECTIVE -> COMMUNICATION;
            case ASYNC, UNKNOWN -> CALL;
            case ELEMENTWISE, SOURCE, DATA_MOVEMENT, REDUCTION, LINEAR_ALGEBRA, CONTROL, INPUT_OUTPUT -> ELEMENTWISE;
        };
    }

    private static boolean isLarge(Shape shape) {
        return switch (shape) {
            case Shape.Array array -> array.elements() >= LARGE;
            case Shape.Tuple(var elements) -> elements.stream().anyMatch(NodeKind::isLarge);
            case Shape.Buffer(var contents) -> isLarge(contents);
            case Shape.Token _, Shape.Opaque _ -> false;
        };
    }

    /** As {@code #rrggbb}. */
    public String fill(boolean onDark) {
        return onDark ? dark : light;
    }

    /** White on the strong fills, otherwise the theme's own. */
    public boolean hasWhiteText() {
        return this == CONTRACTION || this == CALL;
    }
}
