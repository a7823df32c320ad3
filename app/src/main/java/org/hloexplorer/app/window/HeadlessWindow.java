package org.hloexplorer.app.window;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import javafx.application.Platform;
import javafx.stage.Stage;
import org.hloexplorer.app.workbench.CountingExecutor;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.app.workbench.UserFolders;
import org.hloexplorer.app.workbench.Workbench;

/**
 * The real window, drawn into memory: for pictures, and for machines without a display.
 *
 * <p>It is made as the user's window is, but remembers nothing and asks for no files.
 */
public final class HeadlessWindow implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    /** Controls may ask for another layout while they are laid out, as scroll bars do. */
    private static final int PULSES = 3;

    private final ExecutorService threads = Executors.newCachedThreadPool(
            Thread.ofPlatform().name("work-", 1).daemon().factory());
    private final CountingExecutor background = new CountingExecutor(threads);
    private final Workbench workbench;
    private final ExplorerWindow window;

    /** Opens the window; {@link #prepare} must have been called before anything of JavaFX was used. */
    public HeadlessWindow(Sources sources, double width, double height) {
        startToolkit();
        workbench = onFxThread(() -> new Workbench(sources, UserFolders.cache(), background, Platform::runLater));
        window = onFxThread(() -> open(width, height));
    }

    /** Has JavaFX draw into memory. */
    public static void prepare() {
        System.setProperty("glass.platform", "Headless");
        System.setProperty("prism.order", "sw");
        System.setProperty("java.awt.headless", "true");
    }

    /** Does something on JavaFX's thread, without a window; {@link #prepare} must have been called. */
    public static <T> T drawing(Callable<T> action) {
        startToolkit();
        return onFxThread(action);
    }

    public Workbench workbench() {
        return workbench;
    }

    /**
     * Does what a step says, then waits until everything has settled.
     *
     * @throws IllegalArgumentException with a sentence where the step makes no sense
     */
    public void perform(String step) {
        perform(() -> new WindowSteps(window).perform(step));
    }

    /** Does something on the thread of the window, then waits until everything has settled. */
    public void perform(Runnable action) {
        onFxThread(() -> {
            action.run();
            return true;
        });
        settle();
    }

    /** Writes what the window looks like to a PNG file. */
    public void save(Path file) throws IOException {
        settle();
        awaitPulses(PULSES);
        var picture = onFxThread(() -> Picture.of(window.scene()));
        picture.save(file);
    }

    @Override
    public void close() {
        onFxThread(() -> {
            window.scene().getWindow().hide();
            workbench.close();
            return true;
        });
        threads.shutdownNow();
    }

    /** Work may start other work when its result is shown, so it takes two quiet looks in a row. */
    private void settle() {
        try {
            for (int quiet = 0; quiet < 2; quiet++) {
                if (!background.isIdle()) {
                    background.awaitIdle(LIMIT);
                    quiet = 0;
                }
                onFxThread(() -> true);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the window", e);
        } catch (TimeoutException e) {
            throw new IllegalStateException("The window did not settle: it is " + e.getMessage() + ".", e);
        }
    }

    private void awaitPulses(int count) {
        var pulses = new CountDownLatch(count);
        Runnable listener = () -> {
            pulses.countDown();
            Platform.requestNextPulse();
        };
        onFxThread(() -> {
            window.scene().addPostLayoutPulseListener(listener);
            Platform.requestNextPulse();
            return true;
        });
        try {
            pulses.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the window was laid out", e);
        }
        onFxThread(() -> {
            window.scene().removePostLayoutPulseListener(listener);
            return true;
        });
    }

    private ExplorerWindow open(double width, double height) {
        var opened = new ExplorerWindow(workbench, WindowMemory.ofThisStart(), new NoFileChoice(), width, height);
        // A picture shows where things come to lie, not the way there.
        opened.stage().graphs().setAnimated(false);
        var stage = new Stage();
        stage.setX(0);
        stage.setY(0);
        stage.setScene(opened.scene());
        stage.show();
        return opened;
    }

    private static void startToolkit() {
        Platform.setImplicitExit(false);
        var started = new CountDownLatch(1);
        try {
            Platform.startup(started::countDown);
        } catch (IllegalStateException e) {
            // It runs already, as in tests.
            started.countDown();
        }
        try {
            started.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while JavaFX started", e);
        }
    }

    private static <T> T onFxThread(Callable<T> action) {
        var result = new CompletableFuture<T>();
        Platform.runLater(() -> {
            try {
                result.complete(action.call());
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
        });
        try {
            return result.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the window", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException fault ? fault : new IllegalStateException(e.getCause());
        }
    }
}
