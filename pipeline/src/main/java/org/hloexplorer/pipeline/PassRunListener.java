package org.hloexplorer.pipeline;

/** Is told how a pipeline gets on; called on the thread that runs it. */
public interface PassRunListener {

    PassRunListener NONE = new PassRunListener() {};

    /** A pass begins; {@code index} is its place on the timeline. */
    default void started(int index, String pass) {}

    /** A pass has ended, whether it ran, was off, failed, or was known from before. */
    default void finished(PassRun run) {}
}
