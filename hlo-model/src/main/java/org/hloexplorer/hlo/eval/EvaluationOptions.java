package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.Cancellation;

/**
 * What an evaluation may cost before it is given up.
 *
 * @param stepLimit instructions evaluated, those of loop bodies once per iteration; ends {@code while(true)}
 * @param memoryLimit bytes of values that are alive at the same time
 */
public record EvaluationOptions(Cancellation cancellation, long stepLimit, long memoryLimit) {

    private static final long DEFAULT_STEP_LIMIT = 50_000_000;

    /** Three quarters of the heap, and as many steps as take about half a minute. */
    public static EvaluationOptions standard() {
        return new EvaluationOptions(
                new Cancellation(), DEFAULT_STEP_LIMIT, Runtime.getRuntime().maxMemory() / 4 * 3);
    }

    public EvaluationOptions withCancellation(Cancellation changed) {
        return new EvaluationOptions(changed, stepLimit, memoryLimit);
    }

    public EvaluationOptions withStepLimit(long changed) {
        return new EvaluationOptions(cancellation, changed, memoryLimit);
    }

    public EvaluationOptions withMemoryLimit(long changed) {
        return new EvaluationOptions(cancellation, stepLimit, changed);
    }
}
