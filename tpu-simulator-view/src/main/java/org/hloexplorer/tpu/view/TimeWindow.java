package org.hloexplorer.tpu.view;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/** Which of a product's cycles the waveforms show: all, or fewer that follow the current one. */
final class TimeWindow {
    private final ReadOnlyObjectWrapper<TimeRange> range = new ReadOnlyObjectWrapper<>(TimeRange.all(1));
    private long total = 1;

    /** Shows the first of so many cycles. */
    void show(long first, long cycles) {
        total = cycles;
        range.set(new TimeRange(0, Math.clamp(first, 1, Math.max(1, cycles))));
    }

    /** Shows fewer cycles, or more, about one of them. */
    void zoom(double factor, long about) {
        range.set(range.get().zoomed(factor, about, total));
    }

    /** Shows earlier or later cycles. */
    void move(long by) {
        range.set(range.get().moved(by, total));
    }

    void showAll() {
        range.set(TimeRange.all(total));
    }

    /** Shows later or earlier cycles where the current one would not be seen. */
    void follow(long cycle) {
        range.set(range.get().following(cycle, total));
    }

    TimeRange range() {
        return range.get();
    }

    ReadOnlyObjectProperty<TimeRange> rangeProperty() {
        return range.getReadOnlyProperty();
    }
}
