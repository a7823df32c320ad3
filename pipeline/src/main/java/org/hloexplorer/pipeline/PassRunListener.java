package org.hloexplorer.pipeline;

import org.hloexplorer.hlo.HloModule;

/** Is told how a pipeline gets on; called on the thread that runs it. */
public interface PassRunListener {

    PassRunListener NONE = new PassRunListener() {};

    /** A pass begins; {@code index} is its place on the timeline. */
    default void started(int index, String pass) {}

    /** A pass has ended, whether it ran, was off, failed, or was known from before. */
    default void finished(PassRun run) {}

    /** A pass threw something, or ran out of memory; it ends as failed right after. */
    default void failed(String pass, Throwable cause) {}

    /**
     * A group of passes begins, or one more round of it.
     *
     * @param first what runs first in it; empty where nothing does
     */
    default void entered(String group, String first, HloModule module) {}

    /**
     * A pass, or a group, of a group has ended.
     *
     * @param next what runs next in the same group; empty where nothing does
     */
    default void left(String group, String step, String next, boolean changed, HloModule module) {}
}
