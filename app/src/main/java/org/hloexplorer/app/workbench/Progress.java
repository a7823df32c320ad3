package org.hloexplorer.app.workbench;

import java.util.function.Consumer;
import org.hloexplorer.hlo.Cancellation;

/** What work is given to say how far it is, and to hear that it should stop. */
public final class Progress {
    /** The fraction of work whose end is not known. */
    public static final double UNKNOWN = -1;

    /**
     * How far the work is.
     *
     * @param fraction from 0 to 1, or {@link #UNKNOWN}
     * @param step what it is doing, in words; empty where the title says enough
     */
    record Report(double fraction, String step) {}

    private final Cancellation cancellation = new Cancellation();
    private final Consumer<Report> listener;

    Progress(Consumer<Report> listener) {
        this.listener = listener;
    }

    /** For work that nobody watches, as verbs do it. */
    public static Progress unwatched() {
        return new Progress(_ -> {});
    }

    public Cancellation cancellation() {
        return cancellation;
    }

    public void report(double fraction, String step) {
        listener.accept(new Report(fraction, step));
    }

    public void report(String step) {
        report(UNKNOWN, step);
    }
}
