package org.hloexplorer.hlo.text;

/** Notices in which of XLA's forms a text is written, so that it can be printed back in the same. */
final class FormObserver {
    private boolean percents;
    private boolean operandShapes;
    private boolean programShapes;
    private boolean operandsSeen;
    private boolean quotedConfigs;
    private boolean asyncSugar;
    private boolean asyncCalls;
    private boolean elementIndices;

    void sawPercent() {
        percents = true;
    }

    void sawOperand(boolean withShape) {
        if (!operandsSeen) {
            operandsSeen = true;
            operandShapes = withShape;
        }
    }

    void sawProgramShape() {
        programShapes = true;
    }

    void sawQuotedConfig() {
        quotedConfigs = true;
    }

    void sawAsyncSugar() {
        asyncSugar = true;
    }

    /** {@code calls=} on the middle or end of an asynchronous operation. */
    void sawAsyncCalls() {
        asyncCalls = true;
    }

    void sawElementIndex() {
        elementIndices = true;
    }

    PrintOptions form() {
        return PrintOptions.LONG
                .with(PrintOption.PERCENTS, percents)
                .with(PrintOption.OPERAND_SHAPES, operandShapes)
                .with(PrintOption.PROGRAM_SHAPES, programShapes)
                .with(PrintOption.QUOTED_CONFIG, quotedConfigs)
                .with(PrintOption.ASYNC_SUGAR, asyncSugar)
                .with(PrintOption.ASYNC_CALLS, asyncCalls)
                .with(PrintOption.ELEMENT_INDICES, elementIndices);
    }
}
