package org.hloexplorer.app.window;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.stage.Stage;
import org.hloexplorer.app.workbench.CountingExecutor;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.app.workbench.UserFolders;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.samples.SampleModules;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.testfx.framework.junit5.ApplicationTest;
import org.testfx.util.WaitForAsyncUtils;

/** Drives the real window as a user does, with a file dialog that answers at once. */
abstract class WindowTest extends ApplicationTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountingExecutor background = new CountingExecutor(threads);
    private final ChosenFile files = new ChosenFile();

    @SuppressWarnings("NullAway.Init") // TestFX calls start before each test.
    private ExplorerWindow window;

    @SuppressWarnings("NullAway.Init")
    private Workbench workbench;

    /** Chooses what the test wants to be chosen. */
    private static final class ChosenFile implements FileChoice {
        private @Nullable Path file;

        @Override
        public Optional<Path> toOpen() {
            return Optional.ofNullable(file);
        }

        @Override
        public Optional<Path> folderToOpen() {
            return Optional.ofNullable(file);
        }

        @Override
        public Optional<Path> toSave(String suggestion) {
            return Optional.ofNullable(file);
        }
    }

    @Override
    public void start(Stage stage) {
        workbench = new Workbench(
                new Sources(SampleModules.load(), InputStream.nullInputStream()),
                UserFolders.cache(),
                background,
                Platform::runLater);
        window = new ExplorerWindow(workbench, WindowMemory.ofThisStart(), files, 1280, 800);
        window.stage().graphs().setAnimated(false);
        stage.setX(0);
        stage.setY(0);
        stage.setScene(window.scene());
        stage.show();
    }

    @AfterEach
    void stopWork() {
        interact(workbench::close);
        threads.shutdownNow();
    }

    final ExplorerWindow window() {
        return window;
    }

    final Workbench workbench() {
        return workbench;
    }

    /** Makes the next dialog choose this file. */
    final void choose(Path file) {
        files.file = file;
    }

    final void openSample(String name) {
        interact(() -> window.opening().open(Sources.SAMPLE_PREFIX + name));
        settle();
    }

    /** Waits until nothing is under way any more, in the background or on the way to the screen. */
    final void settle() {
        waitFor(() -> background.isIdle() && isDrained());
        WaitForAsyncUtils.waitForFxEvents();
    }

    private boolean isDrained() {
        WaitForAsyncUtils.waitForFxEvents();
        return background.isIdle();
    }

    static void waitFor(BooleanSupplier condition) {
        try {
            WaitForAsyncUtils.waitFor(60, TimeUnit.SECONDS, condition::getAsBoolean);
        } catch (TimeoutException e) {
            throw new AssertionError("waited a minute in vain", e);
        }
    }

    @SuppressWarnings("TypeParameterUnusedInFormals") // As TestFX has it.
    final <T extends Node> T find(String query) {
        return lookup(query).query();
    }
}
