package org.hloexplorer.app.workbench;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;

/** An executor that knows whether anything is left to do, for those who wait for everything to settle. */
public final class CountingExecutor implements Executor {
    private final Executor executor;
    private int pending;

    public CountingExecutor(Executor executor) {
        this.executor = executor;
    }

    @Override
    public void execute(Runnable work) {
        change(1);
        try {
            executor.execute(() -> {
                try {
                    work.run();
                } finally {
                    change(-1);
                }
            });
        } catch (RuntimeException e) {
            change(-1);
            throw e;
        }
    }

    public synchronized boolean isIdle() {
        return pending == 0;
    }

    /** Returns once nothing is left to do. */
    public synchronized void awaitIdle(Duration limit) throws InterruptedException, TimeoutException {
        long end = System.nanoTime() + limit.toNanos();
        while (pending > 0) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new TimeoutException("still busy after %d s".formatted(limit.toSeconds()));
            }
            wait(left);
        }
    }

    private synchronized void change(int by) {
        pending += by;
        if (pending == 0) {
            notifyAll();
        }
    }
}
