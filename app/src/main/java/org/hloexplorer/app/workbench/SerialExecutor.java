package org.hloexplorer.app.workbench;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Runs one thing after another, in order, on threads of another executor. */
public final class SerialExecutor implements Executor {
    private final Executor executor;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private boolean active;

    public SerialExecutor(Executor executor) {
        this.executor = executor;
    }

    @Override
    public synchronized void execute(Runnable work) {
        waiting.add(work);
        if (!active) {
            active = true;
            executor.execute(this::runAll);
        }
    }

    private void runAll() {
        for (var work = next(); work != null; work = next()) {
            work.run();
        }
    }

    private synchronized @Nullable Runnable next() {
        var work = waiting.poll();
        active = work != null;
        return work;
    }
}
