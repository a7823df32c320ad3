package org.hloexplorer.pipeline;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A pass in a pipeline, with the knobs this pipeline sets for it.
 *
 * @param name the pass as XLA prints it
 * @param options values by option name, as a user would write them
 */
public record PassStep(String name, Map<String, String> options) implements PipelineStep {
    public PassStep {
        options = Map.copyOf(options);
    }

    public static PassStep pass(String name) {
        return new PassStep(name, Map.of());
    }

    /** The same pass with a knob set. */
    public <T> PassStep with(Option<T> option, T value) {
        return withText(option.name(), String.valueOf(value));
    }

    /** The same pass with a knob set to what a user wrote. */
    PassStep withText(String option, String value) {
        var changed = new LinkedHashMap<>(options);
        changed.put(option, value);
        return new PassStep(name, changed);
    }
}
