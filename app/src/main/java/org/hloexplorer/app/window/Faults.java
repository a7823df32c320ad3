package org.hloexplorer.app.window;

import java.lang.Thread.UncaughtExceptionHandler;
import org.hloexplorer.app.workbench.LogModel;

/** Keeps the window going when something in it fails: the fault is told in the log, and nothing of the user's is lost. */
final class Faults implements UncaughtExceptionHandler {
    private final LogModel log;
    private final boolean printsTraces;
    private String last = "";

    /** @param printsTraces whether stack traces go to standard error */
    Faults(LogModel log, boolean printsTraces) {
        this.log = log;
        this.printsTraces = printsTraces;
    }

    /** Call on the JavaFX thread, to take what it throws from now on. */
    void takeFromThisThread() {
        Thread.currentThread().setUncaughtExceptionHandler(this);
    }

    @Override
    public void uncaughtException(Thread thread, Throwable fault) {
        if (printsTraces) {
            fault.printStackTrace();
        }
        var sentence = Words.say("fault", fault.toString());
        // What fails while drawing fails at every frame.
        if (!sentence.equals(last)) {
            last = sentence;
            log.error(sentence);
        }
    }
}
