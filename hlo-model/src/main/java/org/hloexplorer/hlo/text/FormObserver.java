package org.hloexplorer.hlo.text;

/** Notices in which of XLA's forms a text is written, so that it can be printed back in the same. */
final class FormObserver {
    private boolean percents;
    private boolean operandShapes;
    private boolean programShapes;
    private boolean operandsSeen;

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

    PrintOptions form() {
        return PrintOptions.LONG
                .withPercents(percents)
                .withOperandShapes(operandShapes)
                .withProgramShapes(programShapes);
    }
}
