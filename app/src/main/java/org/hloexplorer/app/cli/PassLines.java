package org.hloexplorer.app.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Locale;
import java.util.function.Consumer;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PassRunListener;

/** Writes a line per pass as it ends, and a line per decision or the trace of a failure where asked for. */
final class PassLines implements PassRunListener {

    /** How much is written, by the names logs have for it. */
    enum Level {
        OFF,
        INFO,
        DEBUG
    }

    private final Level level;
    private final boolean traces;
    private final Consumer<String> out;

    PassLines(Level level, boolean traces, Consumer<String> out) {
        this.level = level;
        this.traces = traces;
        this.out = out;
    }

    @Override
    public void failed(String pass, Throwable cause) {
        if (traces) {
            var trace = new StringWriter();
            cause.printStackTrace(new PrintWriter(trace, true));
            out.accept(pass + ": " + trace);
        }
    }

    @Override
    public void finished(PassRun run) {
        if (level == Level.OFF) {
            return;
        }
        out.accept("INFO  %s/%s #%d: %s, %d → %d instructions, %d rewrites, %.3f ms"
                .formatted(
                        run.pipeline(),
                        run.pass(),
                        run.iteration() + 1,
                        run.failure() != null
                                ? run.failure()
                                : run.status().name().toLowerCase(Locale.ROOT),
                        run.before().instructionCount(),
                        run.after().instructionCount(),
                        run.rewriteCount(),
                        run.time().toNanos() / 1e6));
        if (level == Level.DEBUG) {
            run.events().stream()
                    .map(PassEvent::toText)
                    .forEach(text -> out.accept("DEBUG %s: %s".formatted(run.pass(), text)));
        }
    }
}
