package org.hloexplorer.app.workbench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.PassStep;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.catalog.Passes;
import org.jspecify.annotations.Nullable;

/** The knobs that the passes of the chosen pipeline read, and what turning the last one did to the program. */
public final class KnobsModel {
    private static final long SMALLEST_RANGE = 64;

    /**
     * A knob as it is set.
     *
     * @param pass the first pass of the pipeline that reads it
     */
    public record Knob(String pass, Option<?> option, String value) {

        public boolean isDefault() {
            return value.equals(String.valueOf(option.defaultValue()));
        }

        /** Whether it counts something, and so can be slid. */
        public boolean isCount() {
            return option.defaultValue() instanceof Long;
        }

        /** As far as it makes sense to slide it. */
        public long largest() {
            return option.defaultValue() instanceof Long count
                    ? Math.max(SMALLEST_RANGE, Math.max(4 * count, Long.parseLong(value)))
                    : 0;
        }
    }

    private final TimelineModel timeline;
    private final ObservableList<Knob> knobs = FXCollections.observableArrayList();

    /** Kept, as whoever listens to it does so through this very object. */
    private final ObservableList<Knob> shown = FXCollections.unmodifiableObservableList(knobs);

    private final ReadOnlyObjectWrapper<@Nullable String> effect = new ReadOnlyObjectWrapper<>();
    private @Nullable String turned;
    private @Nullable ProgramSummary before;

    KnobsModel(TimelineModel timeline) {
        this.timeline = timeline;
        timeline.settingsProperty().subscribe(this::show);
        timeline.runProperty().subscribe(_ -> tellEffect());
    }

    public ObservableList<Knob> knobs() {
        return shown;
    }

    /** What turning a knob changed, in a sentence; null before any was turned. */
    public ReadOnlyObjectProperty<@Nullable String> effectProperty() {
        return effect.getReadOnlyProperty();
    }

    private void show(PipelineSettings settings) {
        var found = new ArrayList<Knob>();
        for (var pass : passes(settings)) {
            for (var option : pass.options()) {
                if (found.stream().noneMatch(each -> each.option().name().equals(option.name()))) {
                    found.add(new Knob(pass.name(), option, valueOf(option, settings)));
                }
            }
        }
        if (!found.equals(knobs)) {
            knobs.setAll(found);
        }
    }

    private static List<HloPass> passes(PipelineSettings settings) {
        return settings.pipeline().passes().stream()
                .map(PassStep::name)
                .distinct()
                .map(Passes.REGISTRY::find)
                .flatMap(Optional::stream)
                .toList();
    }

    private static String valueOf(Option<?> option, PipelineSettings settings) {
        return settings.optionValues().getOrDefault(option.name(), String.valueOf(option.defaultValue()));
    }

    /**
     * Turns a knob and runs the pipeline again.
     *
     * @return why the value makes no sense; empty where it was taken
     */
    public Optional<String> turn(Knob knob, String value) {
        try {
            knob.option().check(value);
        } catch (IllegalArgumentException e) {
            return Optional.of(Objects.requireNonNullElse(
                    e.getMessage(), "this is no value of " + knob.option().name()));
        }
        if (!value.equals(knob.value())) {
            before = timeline.summaryProperty().get();
            turned = "%s %s → %s".formatted(knob.option().name(), knob.value(), value);
            timeline.change(settings -> settings.withOption(knob.option().name(), value));
        }
        return Optional.empty();
    }

    /** Gives all knobs their defaults again. */
    public void reset() {
        var names = knobs.stream().map(each -> each.option().name()).toList();
        before = timeline.summaryProperty().get();
        turned = "all knobs by default";
        timeline.change(settings -> {
            var values = new LinkedHashMap<>(settings.optionValues());
            values.keySet().removeAll(names);
            return settings.withOptionValues(values);
        });
    }

    private void tellEffect() {
        var now = timeline.summaryProperty().get();
        var was = before;
        var what = turned;
        if (now == null || was == null || what == null) {
            return;
        }
        before = null;
        turned = null;
        effect.set(
                was.equals(now)
                        ? "%s: still %d kernels that move %,d bytes"
                                .formatted(what, now.kernelsAfter(), now.bytesAfter())
                        : "%s: %s".formatted(what, ProgramSummary.change(was, now)));
    }
}
