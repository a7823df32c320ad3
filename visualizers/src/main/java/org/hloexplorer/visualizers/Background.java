package org.hloexplorer.visualizers;

import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.application.Platform;
import org.hloexplorer.hlo.Cancellation;
import org.jspecify.annotations.Nullable;

/**
 * One kind of work off the JavaFX thread, of which only the newest order counts: a new one cancels the one before.
 *
 * <p>Belongs to the JavaFX thread, where results and failures are delivered too.
 */
public final class Background {
    private final Executor worker;
    private final Executor ui;
    private @Nullable Cancellation current;

    public Background(Executor worker) {
        this(worker, Platform::runLater);
    }

    /** For tests, which have no JavaFX thread. */
    public Background(Executor worker, Executor ui) {
        this.worker = worker;
        this.ui = ui;
    }

    /** Starts the work and gives its result to {@code done}, unless it is cancelled or another order comes first. */
    public <T> void order(Function<Cancellation, T> work, Consumer<T> done, Consumer<Throwable> failed) {
        cancel();
        var cancellation = new Cancellation();
        current = cancellation;
        worker.execute(() -> {
            try {
                var result = work.apply(cancellation);
                ui.execute(() -> deliver(cancellation, () -> done.accept(result)));
            } catch (CancellationException e) {
                // Whoever cancelled knows.
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
                ui.execute(() -> deliver(cancellation, () -> failed.accept(e)));
            }
        });
    }

    /** Drops the work under way, if any; its result is not delivered. */
    public void cancel() {
        if (current != null) {
            current.cancel();
            current = null;
        }
    }

    public boolean isBusy() {
        return current != null;
    }

    private void deliver(Cancellation cancellation, Runnable delivery) {
        if (!cancellation.isCancelled()) {
            current = null;
            delivery.run();
        }
    }
}
