package org.hloexplorer.app.window;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
    private static final String FIRST_SAMPLE = "softmax";

    private final ExecutorService background = Executors.newCachedThreadPool(
            Thread.ofPlatform().name("work-", 1).daemon().factory());

    private @Nullable Workbench opened;

    /** Opens the window and returns when it is closed. */
    public static void open(List<String> arguments) {
        launch(ExplorerApplication.class, arguments.toArray(String[]::new));
    }

    @Override
    public void start(Stage stage) {
        var memory = WindowMemory.ofUser();
        var workbench = new Workbench(
                new Sources(SampleModules.load(), System.in), UserFolders.cache(), background, Platform::runLater);
        opened = workbench;
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
        var arguments = getParameters().getRaw();
        window.opening().open(arguments.isEmpty() ? Sources.SAMPLE_PREFIX + FIRST_SAMPLE : arguments.getFirst());
    }

    @Override
    public void stop() {
        if (opened != null) {
            opened.close();
        }
        background.shutdownNow();
    }
}
