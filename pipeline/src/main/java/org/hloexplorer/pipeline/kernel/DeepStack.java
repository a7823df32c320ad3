package org.hloexplorer.pipeline.kernel;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Runs what goes as deep as its input is long: a chain of thousands of fused instructions is one nested expression. */
public final class DeepStack {
    private static final long STACK_BYTES = 1L << 30;

    private DeepStack() {}

    /**
     * The result of some work, done on a stack of a gibibyte, of which the system gives as much as is used.
     *
     * @throws StackOverflowError where even that does not suffice
     */
    public static <T> T call(Supplier<T> work) {
        var result = new CompletableFuture<T>();
        var thread = new Thread(null, () -> complete(result, work), "deep", STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
        try {
            return result.join();
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case RuntimeException failure -> throw failure;
                case Error error -> throw error;
                case null, default -> throw e;
            }
        }
    }

    private static <T> void complete(CompletableFuture<T> result, Supplier<T> work) {
        try {
            result.complete(work.get());
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
        }
    }
}
