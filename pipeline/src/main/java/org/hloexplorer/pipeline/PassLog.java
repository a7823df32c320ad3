package org.hloexplorer.pipeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.fusion.FusionDecision;
import org.hloexplorer.pipeline.fusion.FusionEstimate;
import org.jspecify.annotations.Nullable;

/** Writes down what one run of a pass says, and holds it to the user's toggles and budget. */
public final class PassLog implements PassContext {

    /** Refusals of one rule that are kept per run of a pass; the rest is only counted. */
    private static final int DECLINES_KEPT_PER_RULE = 100;

    private record Site(String rule, int at) {}

    private final PipelineSettings settings;
    private final Map<String, String> options;
    private final Set<Effect> effects;
    private final Cancellation cancellation;
    private final int passRun;
    private final int iteration;

    private final List<PassEvent> events = new ArrayList<>();
    private final Set<Site> skipped = new HashSet<>();
    private final Set<Site> declinedSites = new HashSet<>();
    private final Map<String, Integer> declinedByRule = new HashMap<>();
    private int nextRewrite;
    private boolean isBudgetAsked;

    PassLog(
            PipelineSettings settings,
            Map<String, String> options,
            Set<Effect> effects,
            RewriteOrdinal start,
            Cancellation cancellation) {
        this.settings = settings;
        this.options = options;
        this.effects = effects;
        this.cancellation = cancellation;
        this.passRun = start.passRun();
        this.iteration = start.iteration();
        this.nextRewrite = start.rewrite();
    }

    /** A log of a pass that runs by itself, with default options and nothing switched off. */
    public static PassLog unrestricted() {
        return new PassLog(
                PipelineSettings.of(HloPassPipeline.pipeline("single", "")),
                Map.of(),
                Set.of(Effect.values()),
                new RewriteOrdinal(0, 0, 0),
                new Cancellation());
    }

    /** What was reported so far, in order. */
    public List<PassEvent> events() {
        return events;
    }

    /** The ordinal the next rewrite of the pipeline gets. */
    int nextRewrite() {
        return nextRewrite;
    }

    int declined() {
        return declinedSites.size();
    }

    /** Whether the outcome depends on the budget or on left-out rewrites, so that it holds for these settings only. */
    boolean isCutShort() {
        return isBudgetAsked || !skipped.isEmpty();
    }

    @Override
    public Cancellation cancellation() {
        return cancellation;
    }

    @Override
    public boolean isEnabled(String rule) {
        return !settings.disabledRules().contains(rule);
    }

    @Override
    public boolean allows(Effect effect) {
        return effects.contains(effect);
    }

    @Override
    public boolean mayRewrite(String rule, int at) {
        cancellation.check();
        if (isExhausted() || skipped.contains(new Site(rule, at))) {
            return false;
        }
        if (settings.skippedRewrites().contains(nextRewrite)) {
            skipped.add(new Site(rule, at));
            nextRewrite++;
            return false;
        }
        return true;
    }

    @Override
    public boolean isExhausted() {
        if (nextRewrite < settings.rewriteBudget()) {
            return false;
        }
        isBudgetAsked = true;
        return true;
    }

    @Override
    public <T> T option(Option<T> option) {
        var text = options.get(option.name());
        return text == null ? option.defaultValue() : option.parse().apply(text);
    }

    @Override
    public void rewritten(String rule, int before, int after, String snapshot) {
        events.add(new PassEvent.Rewritten(ordinal(), rule, before, after, snapshot));
        nextRewrite++;
    }

    @Override
    public void declined(String rule, int at, String name, String reason, List<Quantity> quantities) {
        if (declinedSites.add(new Site(rule, at))
                && declinedByRule.merge(rule, 1, Integer::sum) <= DECLINES_KEPT_PER_RULE) {
            events.add(new PassEvent.Declined(ordinal(), rule, at, name, reason, quantities));
        }
    }

    @Override
    public void fusionConsidered(
            HloInstruction producer,
            HloInstruction consumer,
            FusionDecision decision,
            @Nullable FusionEstimate estimate) {
        events.add(new PassEvent.FusionConsidered(
                ordinal(), producer.id(), producer.name(), consumer.id(), consumer.name(), decision, estimate));
    }

    @Override
    public void layoutChosen(int instruction, String name, String layout, String reason) {
        events.add(new PassEvent.LayoutChosen(ordinal(), instruction, name, layout, reason));
    }

    @Override
    public void copyInserted(int copy, int source, String name, String reason) {
        events.add(new PassEvent.CopyInserted(ordinal(), copy, source, name, reason));
    }

    RewriteOrdinal ordinal() {
        return new RewriteOrdinal(passRun, iteration, nextRewrite);
    }
}
