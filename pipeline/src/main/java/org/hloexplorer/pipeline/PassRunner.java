package org.hloexplorer.pipeline;

import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;

/**
 * Runs pipelines, and remembers what it ran.
 *
 * <p>Whatever a pass does wrong stays with that pass: it is marked as failed, with a sentence, and its input goes on.
 */
public final class PassRunner {
    private final PassRegistry registry;
    private final ModuleCheck check;
    private final PassRunCache cache = new PassRunCache();

    /** A runner of these passes that checks modules, where asked to, with {@code check}. */
    public PassRunner(PassRegistry registry, ModuleCheck check) {
        this.registry = registry;
        this.check = check;
    }

    public PassRegistry registry() {
        return registry;
    }

    /**
     * The timeline of this module.
     *
     * @throws IllegalArgumentException where the settings name a pass, option or last step that does not exist, or a
     *     pipeline whose order cannot work
     * @throws java.util.concurrent.CancellationException where it was cancelled
     */
    public PipelineRun run(
            HloModule module, PipelineSettings settings, Cancellation cancellation, PassRunListener listener) {
        checkSettings(settings);
        return new PipelineExecution(registry, check, cache, settings, cancellation, listener).run(module);
    }

    /** The timeline of this module, without a listener and without a way to stop. */
    public PipelineRun run(HloModule module, PipelineSettings settings) {
        return run(module, settings, new Cancellation(), PassRunListener.NONE);
    }

    private void checkSettings(PipelineSettings settings) {
        var pipeline = settings.pipeline();
        pipeline.passes().forEach(step -> {
            registry.pass(step.name());
            checkOptions(step.options());
        });
        checkOptions(settings.optionValues());
        var last = settings.stopAfter();
        if (last != null) {
            StepNames.of(pipeline).fault(last).ifPresent(fault -> {
                throw new IllegalArgumentException("cannot stop after %s: %s".formatted(last, fault));
            });
        }
        List<String> violations = OrderConstraint.violations(pipeline, registry.constraints());
        if (!violations.isEmpty()) {
            throw new IllegalArgumentException(
                    "pipeline %s cannot run: %s".formatted(pipeline.name(), String.join("; ", violations)));
        }
    }

    private void checkOptions(Map<String, String> values) {
        values.forEach((name, text) -> registry.option(name).check(text));
    }
}
