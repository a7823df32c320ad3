package org.hloexplorer.hlo.eval;

/**
 * A computation on scalars, called over and over by one thread.
 *
 * <p>Arguments are put into the first {@link #registers()}; after {@link #run()} the results lie where
 * {@link #resultRegister} says.
 */
interface ScalarFunction {

    Registers registers();

    void run();

    int resultRegister(int result);

    /** Makes the results the first arguments of the next call. */
    default void resultsBecomeArguments(int count, Registers scratch) {
        for (int i = 0; i < count; i++) {
            scratch.copyFrom(registers(), resultRegister(i), i);
        }
        for (int i = 0; i < count; i++) {
            registers().copyFrom(scratch, i, i);
        }
    }
}
