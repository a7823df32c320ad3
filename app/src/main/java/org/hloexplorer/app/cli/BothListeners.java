package org.hloexplorer.app.cli;

import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PassRunListener;

/** Tells two listeners the same. */
record BothListeners(PassRunListener first, PassRunListener second) implements PassRunListener {
    @Override
    public void started(int index, String pass) {
        first.started(index, pass);
        second.started(index, pass);
    }

    @Override
    public void finished(PassRun run) {
        first.finished(run);
        second.finished(run);
    }

    @Override
    public void failed(String pass, Throwable cause) {
        first.failed(pass, cause);
        second.failed(pass, cause);
    }

    @Override
    public void entered(String group, String next, HloModule module) {
        first.entered(group, next, module);
        second.entered(group, next, module);
    }

    @Override
    public void left(String group, String step, String next, boolean changed, HloModule module) {
        first.left(group, step, next, changed, module);
        second.left(group, step, next, changed, module);
    }
}
