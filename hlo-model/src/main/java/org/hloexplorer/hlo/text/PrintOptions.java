package org.hloexplorer.hlo.text;

/**
 * How a module is written.
 *
 * @param percents names as {@code %name}
 * @param operandShapes each operand with its shape, as XLA printed until 2023
 * @param programShapes parameters and result at the head of each computation
 * @param metadata where instructions come from, and the tables of stack frames
 * @param backendConfig what a backend noted
 * @param controlDependencies what must run before
 * @param indexComments every fifth operand with its number in a comment
 * @param largeConstants all elements of constants with more than ten; else {@code {...}}
 */
public record PrintOptions(
        boolean percents,
        boolean operandShapes,
        boolean programShapes,
        boolean metadata,
        boolean backendConfig,
        boolean controlDependencies,
        boolean largeConstants,
        boolean indexComments) {

    /** XLA's usual form, with all constants in full: nothing is lost. */
    public static final PrintOptions LONG = new PrintOptions(true, false, true, true, true, true, true, true);

    /** XLA's short form that can be parsed: no {@code %}, no metadata, no program shapes, no control dependencies. */
    public static final PrintOptions SHORT = new PrintOptions(false, false, false, false, true, false, true, false);

    public PrintOptions withPercents(boolean changed) {
        return new PrintOptions(
                changed,
                operandShapes,
                programShapes,
                metadata,
                backendConfig,
                controlDependencies,
                largeConstants,
                indexComments);
    }

    public PrintOptions withOperandShapes(boolean changed) {
        return new PrintOptions(
                percents,
                changed,
                programShapes,
                metadata,
                backendConfig,
                controlDependencies,
                largeConstants,
                indexComments);
    }

    public PrintOptions withProgramShapes(boolean changed) {
        return new PrintOptions(
                percents,
                operandShapes,
                changed,
                metadata,
                backendConfig,
                controlDependencies,
                largeConstants,
                indexComments);
    }

    public PrintOptions withMetadata(boolean changed) {
        return new PrintOptions(
                percents,
                operandShapes,
                programShapes,
                changed,
                backendConfig,
                controlDependencies,
                largeConstants,
                indexComments);
    }

    public PrintOptions withBackendConfig(boolean changed) {
        return new PrintOptions(
                percents,
                operandShapes,
                programShapes,
                metadata,
                changed,
                controlDependencies,
                largeConstants,
                indexComments);
    }

    public PrintOptions withLargeConstants(boolean changed) {
        return new PrintOptions(
                percents,
                operandShapes,
                programShapes,
                metadata,
                backendConfig,
                controlDependencies,
                changed,
                indexComments);
    }
}
