package org.hloexplorer.app.workbench;

import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/** What happened, in the order in which it happened. */
public final class LogModel {
    private static final int MOST = 2_000;

    /** How much a line matters. */
    public enum Level {
        INFO,
        WARNING,
        ERROR
    }

    /** One thing that happened. */
    public record Line(LocalTime time, Level level, String text) {
        @Override
        public String toString() {
            return time.truncatedTo(ChronoUnit.SECONDS) + "  " + text;
        }
    }

    private final ObservableList<Line> lines = FXCollections.observableArrayList();
    private final ObservableList<Line> readableLines = FXCollections.unmodifiableObservableList(lines);

    /** The latest last. */
    public ObservableList<Line> lines() {
        return readableLines;
    }

    public void info(String text) {
        add(Level.INFO, text);
    }

    public void warn(String text) {
        add(Level.WARNING, text);
    }

    public void error(String text) {
        add(Level.ERROR, text);
    }

    private void add(Level level, String text) {
        if (lines.size() == MOST) {
            lines.removeFirst();
        }
        lines.add(new Line(LocalTime.now(ZoneId.systemDefault()), level, text));
    }
}
