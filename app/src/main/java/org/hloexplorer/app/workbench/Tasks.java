package org.hloexplorer.app.workbench;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/**
 * Work in the background, of which the last asked for is the one that counts.
 *
 * <p>Work belongs to a slot. New work in a slot cancels what is under way there, and results that were overtaken are
 * dropped, so that nobody ever sees the answer to an older question. All methods are called on the publishing thread,
 * and all results are delivered there.
 */
public final class Tasks {

    /** What becomes of work that was not overtaken. */
    public interface Outcome<T> {
        void succeeded(T result);

        void failed(Exception exception);

        /** Stopped by the user. */
        default void cancelled() {}
    }

    private final Executor background;
    private final Executor publisher;
    private final Map<Object, Entry> slots = new HashMap<>();
    private final ObservableList<RunningTask> running = FXCollections.observableArrayList();
    private final ObservableList<RunningTask> readableRunning = FXCollections.unmodifiableObservableList(running);

    /** Tasks that work on one executor and publish on another, which must run one thing at a time, in order. */
    public Tasks(Executor background, Executor publisher) {
        this.background = background;
        this.publisher = publisher;
    }

    /** What is under way, the latest last. */
    public ObservableList<RunningTask> running() {
        return readableRunning;
    }

    /** Starts work in a slot, in place of what the slot is at. */
    public <T> void start(Object slot, String title, Work<T> work, Outcome<T> outcome) {
        cancel(slot);
        var task = new RunningTask(title, () -> giveUp(slot, outcome));
        var progress = new Progress(new Reports(task));
        slots.put(slot, new Entry(task, progress));
        running.add(task);
        background.execute(() -> perform(slot, task, work, progress, outcome));
    }

    /** Stops what a slot is at; nothing of it will be delivered. */
    public void cancel(Object slot) {
        var entry = slots.remove(slot);
        if (entry != null) {
            entry.progress().cancellation().cancel();
            running.remove(entry.task());
        }
    }

    public void cancelAll() {
        List.copyOf(slots.keySet()).forEach(this::cancel);
    }

    public boolean isBusy(Object slot) {
        return slots.containsKey(slot);
    }

    private void giveUp(Object slot, Outcome<?> outcome) {
        cancel(slot);
        outcome.cancelled();
    }

    private <T> void perform(Object slot, RunningTask task, Work<T> work, Progress progress, Outcome<T> outcome) {
        Consumer<Outcome<T>> delivery;
        try {
            var result = work.perform(progress);
            delivery = each -> each.succeeded(result);
        } catch (CancellationException e) {
            delivery = Outcome::cancelled;
        } catch (Exception e) {
            delivery = each -> each.failed(e);
        } catch (StackOverflowError | OutOfMemoryError e) {
            delivery = each -> each.failed(new IllegalStateException("The program is too large for this: " + e, e));
        }
        var last = delivery;
        publisher.execute(() -> deliver(slot, task, outcome, last));
    }

    private <T> void deliver(Object slot, RunningTask task, Outcome<T> outcome, Consumer<Outcome<T>> delivery) {
        var entry = slots.get(slot);
        if (entry == null || entry.task() != task) {
            return;
        }
        slots.remove(slot);
        running.remove(task);
        delivery.accept(outcome);
    }

    private record Entry(RunningTask task, Progress progress) {}

    /** Passes reports on, one message at a time, so that chatty work cannot flood the publishing thread. */
    private final class Reports implements Consumer<Progress.Report> {
        private final RunningTask task;
        private final AtomicReference<Progress.@Nullable Report> latest = new AtomicReference<>();

        Reports(RunningTask task) {
            this.task = task;
        }

        @Override
        public void accept(Progress.Report report) {
            if (latest.getAndSet(report) == null) {
                publisher.execute(this::showLatest);
            }
        }

        private void showLatest() {
            var report = latest.getAndSet(null);
            if (report != null) {
                task.show(report);
            }
        }
    }
}
