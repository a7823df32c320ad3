package org.hloexplorer.app.workbench;

import java.util.concurrent.Executor;

/**
 * What the user works on, and all that is known about it.
 *
 * <p>Knows observables but no controls. It is used, and its observables change, on one thread: that of the executor that
 * publishes. What takes time happens on the other, and what is overtaken is dropped.
 */
public final class Workbench {
    private final Sources sources;
    private final Tasks tasks;
    private final LogModel log = new LogModel();
    private final ProgramModel program;

    /** A workbench that works on one executor and publishes on another, which runs one thing at a time, in order. */
    public Workbench(Sources sources, Executor background, Executor publisher) {
        this.sources = sources;
        this.tasks = new Tasks(background, publisher);
        this.program = new ProgramModel(tasks, log);
    }

    public Sources sources() {
        return sources;
    }

    public Tasks tasks() {
        return tasks;
    }

    public LogModel log() {
        return log;
    }

    public ProgramModel program() {
        return program;
    }
}
