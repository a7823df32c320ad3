package org.hloexplorer.app.workbench;

import java.util.HashMap;
import java.util.List;
import org.hloexplorer.pipeline.PassRegistry;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.RuleDescription;

/** Changes to how a pipeline runs, as a user writes them: the name of a rule, or {@code knob=value}. */
public final class SettingChange {
    private SettingChange() {}

    /**
     * The settings with this rule switched to its other state, or this knob set.
     *
     * @throws IllegalArgumentException where there is no such rule or knob, or the value makes no sense, in a sentence
     */
    public static PipelineSettings apply(String text, PipelineSettings settings, PassRegistry registry) {
        int equals = text.indexOf('=');
        if (equals >= 0) {
            return knob(
                    text.substring(0, equals).strip(),
                    text.substring(equals + 1).strip(),
                    settings,
                    registry);
        }
        var rules = rules(registry);
        if (!rules.contains(text)) {
            throw new IllegalArgumentException("There is no rule '%s'.%s A knob is set by name=value."
                    .formatted(text, Suggestions.didYouMean(text, rules)));
        }
        return settings.togglingRule(text);
    }

    private static PipelineSettings knob(String name, String value, PipelineSettings settings, PassRegistry registry) {
        registry.option(name).check(value);
        return settings.withOption(name, value);
    }

    /** The settings with this knob as the pipeline has it. */
    public static PipelineSettings withoutKnob(String name, PipelineSettings settings) {
        var left = new HashMap<>(settings.optionValues());
        left.remove(name);
        return settings.withOptionValues(left);
    }

    /** The names of all rules there are. */
    public static List<String> rules(PassRegistry registry) {
        return registry.passes().stream()
                .flatMap(pass -> pass.rules().stream())
                .map(RuleDescription::name)
                .distinct()
                .toList();
    }
}
