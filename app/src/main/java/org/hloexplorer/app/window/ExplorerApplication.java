package org.hloexplorer.app.window;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.stage.Stage;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.app.workbench.UserFolders;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.samples.SampleModules;
import org.jspecify.annotations.Nullable;

/** The program with its window. Its arguments are what to open, as {@link Sources} takes it. */
public final class ExplorerApplication extends Application {
    private static final String DEBUG = "--debug";

    private final ExecutorService background = Executors.newCachedThreadPool(
            Thread.ofPlatform().name("work-", 1).daemon().factory());

    private @Nullable Workbench opened;

    /**
     * Opens the window and returns when it is closed.
     *
     * @param debug whether faults are printed with their stack traces
     */
    public static void open(List<String> files, boolean debug) {
        var arguments = Stream.concat(debug ? Stream.of(DEBUG) : Stream.of(), files.stream());
        launch(ExplorerApplication.class, arguments.toArray(String[]::new));
    }

    @Override
    public void start(Stage stage) {
        var memory = WindowMemory.ofUser();
        var workbench = new Workbench(
                new Sources(SampleModules.load(), System.in), UserFolders.cache(), background, Platform::runLater);
        opened = workbench;
        new Faults(workbench.log(), getParameters().getRaw().contains(DEBUG)).takeFromThisThread();
        var window = new ExplorerWindow(
                workbench,
                memory,
                new NativeFileChoice(stage, memory),
                memory.getNumber("width", 1440),
                memory.getNumber("height", 900));
        stage.setScene(window.scene());
        stage.titleProperty()
                .bind(workbench.program().sourceProperty().map(source -> Words.say("title", source.name())));
        stage.setMinWidth(800);
        stage.setMinHeight(500);
        stage.setOnCloseRequest(_ -> window.rememberLayout());
        stage.show();
        window.opening()
                .openAll(getParameters().getRaw().stream()
                        .filter(each -> !each.equals(DEBUG))
                        .toList());
    }

    @Override
    public void stop() {
        if (opened != null) {
            opened.close();
        }
        background.shutdownNow();
    }
}
