package org.hloexplorer.pipeline;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which pipeline to run, and how a user changed it.
 *
 * @param disabledPasses passes or groups that are skipped: {@code cse}, or {@code dce#2} for the second of them
 * @param enabledOnly where not empty, everything else is skipped
 * @param disabledRules rules and other named parts of passes
 * @param optionValues knobs by name, as a user writes them; they go before the pipeline's own
 * @param stopAfter the pass after which the pipeline ends, spelt as in {@code disabledPasses}; null for none
 * @param rewriteBudget how many rewrites are made in all; the pipeline ends after the last
 * @param skippedRewrites ordinals of rewrites that are left out, counting from 0 those that were made or left out
 * @param verify whether the module is checked after every pass that changed it
 */
public record PipelineSettings(
        HloPassPipeline pipeline,
        Set<String> disabledPasses,
        Set<String> enabledOnly,
        Set<String> disabledRules,
        Map<String, String> optionValues,
        @Nullable String stopAfter,
        int rewriteBudget,
        Set<Integer> skippedRewrites,
        boolean verify) {

    /** A budget that is never used up. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    public PipelineSettings {
        disabledPasses = Set.copyOf(disabledPasses);
        enabledOnly = Set.copyOf(enabledOnly);
        disabledRules = Set.copyOf(disabledRules);
        optionValues = Map.copyOf(optionValues);
        skippedRewrites = Set.copyOf(skippedRewrites);
        checkBudget(rewriteBudget);
        if (!disabledPasses.isEmpty() && !enabledOnly.isEmpty()) {
            throw new IllegalArgumentException("passes can be disabled, or enabled exclusively, but not both: disabled "
                    + disabledPasses + ", enabled only " + enabledOnly);
        }
    }

    private static void checkBudget(int rewriteBudget) {
        if (rewriteBudget < 0) {
            throw new IllegalArgumentException("a number of rewrites is 0 or more, not " + rewriteBudget);
        }
    }

    /** The pipeline as it is. */
    public static PipelineSettings of(HloPassPipeline pipeline) {
        return new PipelineSettings(pipeline, Set.of(), Set.of(), Set.of(), Map.of(), null, UNLIMITED, Set.of(), false);
    }

    public PipelineSettings withPipeline(HloPassPipeline changed) {
        return with(draft -> draft.pipeline = changed);
    }

    public PipelineSettings withDisabledPasses(Set<String> changed) {
        return with(draft -> draft.disabledPasses = changed);
    }

    /** The same with this pass switched to its other state. */
    public PipelineSettings togglingPass(String pass) {
        return withDisabledPasses(toggled(disabledPasses, pass));
    }

    public PipelineSettings withEnabledOnly(Set<String> changed) {
        return with(draft -> draft.enabledOnly = changed);
    }

    public PipelineSettings withDisabledRules(Set<String> changed) {
        return with(draft -> draft.disabledRules = changed);
    }

    /** The same with this rule switched to its other state. */
    public PipelineSettings togglingRule(String rule) {
        return withDisabledRules(toggled(disabledRules, rule));
    }

    /** The same with this knob set. */
    public PipelineSettings withOption(String name, String value) {
        var changed = new LinkedHashMap<>(optionValues);
        changed.put(name, value);
        return withOptionValues(changed);
    }

    public PipelineSettings withOptionValues(Map<String, String> changed) {
        return with(draft -> draft.optionValues = changed);
    }

    public PipelineSettings withStopAfter(@Nullable String changed) {
        return with(draft -> draft.stopAfter = changed);
    }

    public PipelineSettings withRewriteBudget(int changed) {
        return with(draft -> draft.rewriteBudget = changed);
    }

    public PipelineSettings withSkippedRewrites(Set<Integer> changed) {
        return with(draft -> draft.skippedRewrites = changed);
    }

    public PipelineSettings withVerify(boolean changed) {
        return with(draft -> draft.verify = changed);
    }

    /** The pipeline without what is switched off, as one of its own. */
    public HloPassPipeline remainingPipeline() {
        return SwitchedOff.removed(this);
    }

    /** What passes that run will miss of those that are switched off, in sentences. */
    List<String> missedByOthers(List<OrderConstraint> constraints) {
        var all = pipeline.passes().stream().map(PassStep::name).toList();
        var left = remainingPipeline().passes().stream().map(PassStep::name).toList();
        return constraints.stream()
                .filter(each ->
                        all.contains(each.first()) && !left.contains(each.first()) && left.contains(each.second()))
                .map(each -> "%s is switched off, which %s after it counts on: %s"
                        .formatted(each.first(), each.second(), each.reason()))
                .toList();
    }

    /** Whether a step runs, known by its names: {@code dce}, {@code dce#2}, and those of the groups around it. */
    boolean runs(List<String> names) {
        return enabledOnly.isEmpty()
                ? names.stream().noneMatch(disabledPasses::contains)
                : names.stream().anyMatch(enabledOnly::contains);
    }

    /** The components while one of them changes. */
    private static final class Draft {
        private HloPassPipeline pipeline;
        private Set<String> disabledPasses;
        private Set<String> enabledOnly;
        private Set<String> disabledRules;
        private Map<String, String> optionValues;
        private @Nullable String stopAfter;
        private int rewriteBudget;
        private Set<Integer> skippedRewrites;
        private boolean verify;

        Draft(PipelineSettings settings) {
            pipeline = settings.pipeline;
            disabledPasses = settings.disabledPasses;
            enabledOnly = settings.enabledOnly;
            disabledRules = settings.disabledRules;
            optionValues = settings.optionValues;
            stopAfter = settings.stopAfter;
            rewriteBudget = settings.rewriteBudget;
            skippedRewrites = settings.skippedRewrites;
            verify = settings.verify;
        }

        PipelineSettings settings() {
            return new PipelineSettings(
                    pipeline,
                    disabledPasses,
                    enabledOnly,
                    disabledRules,
                    optionValues,
                    stopAfter,
                    rewriteBudget,
                    skippedRewrites,
                    verify);
        }
    }

    private PipelineSettings with(Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.settings();
    }

    private static Set<String> toggled(Set<String> names, String name) {
        var changed = new LinkedHashSet<>(names);
        if (!changed.remove(name)) {
            changed.add(name);
        }
        return changed;
    }
}
