package org.hloexplorer.pipeline;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.jspecify.annotations.Nullable;

/** One run of a pipeline over one module. */
final class PipelineExecution {
    private final PassRegistry registry;
    private final ModuleCheck check;
    private final PassRunCache cache;
    private final PipelineSettings settings;
    private final Cancellation cancellation;
    private final PassRunListener listener;

    private final List<PassRun> runs = new ArrayList<>();
    private final List<String> notices = new ArrayList<>();
    private final MadeBitcasts bitcasts = new MadeBitcasts();
    private int nextRewrite;
    private boolean isStopped;

    PipelineExecution(
            PassRegistry registry,
            ModuleCheck check,
            PassRunCache cache,
            PipelineSettings settings,
            Cancellation cancellation,
            PassRunListener listener) {
        this.registry = registry;
        this.check = check;
        this.cache = cache;
        this.settings = settings;
        this.cancellation = cancellation;
        this.listener = listener;
    }

    PipelineRun run(HloModule module) {
        notices.addAll(settings.missedByOthers(registry.constraints()));
        run(PlannedStep.of(settings.pipeline()), module, 0);
        return new PipelineRun(settings.pipeline().name(), module, runs, notices);
    }

    private HloModule run(PlannedStep step, HloModule module, int iteration) {
        if (isStopped) {
            return module;
        }
        return switch (step) {
            case PlannedStep.Pass pass -> run(pass, module, iteration);
            case PlannedStep.Once(var name, var steps) -> runAll(name, steps, module, iteration);
            case PlannedStep.Repeated repeated -> runRepeatedly(repeated, module);
        };
    }

    private HloModule runAll(String group, List<PlannedStep> steps, HloModule module, int iteration) {
        var current = module;
        listener.entered(group, titleOfNext(steps, 0), module);
        for (int i = 0; i < steps.size(); i++) {
            var before = current;
            current = run(steps.get(i), current, iteration);
            if (runs(steps.get(i))) {
                listener.left(group, steps.get(i).title(), titleOfNext(steps, i + 1), current != before, current);
            }
        }
        return current;
    }

    private String titleOfNext(List<PlannedStep> steps, int from) {
        return steps.stream()
                .skip(from)
                .filter(this::runs)
                .map(PlannedStep::title)
                .findFirst()
                .orElse("");
    }

    private boolean runs(PlannedStep step) {
        return !(step instanceof PlannedStep.Pass pass) || settings.runs(pass.names());
    }

    private HloModule runRepeatedly(PlannedStep.Repeated group, HloModule module) {
        var before = module;
        var watch = new FixedPointWatch(group.name());
        for (int iteration = 0; iteration < group.limit(); iteration++) {
            var after = runAll(group.name(), group.steps(), before, iteration);
            if (after == before || isStopped) {
                return after;
            }
            var circle = watch.after(iteration, after, runs);
            if (circle.isPresent()) {
                notices.add(circle.get());
                return after;
            }
            before = after;
        }
        notices.add("%s still changed something after %d rounds, and was left as it is then"
                .formatted(group.name(), group.limit()));
        return before;
    }

    private HloModule run(PlannedStep.Pass planned, HloModule module, int iteration) {
        cancellation.check();
        listener.started(runs.size(), planned.step().name());
        var run = settings.runs(planned.names())
                ? runOrRecall(planned, module, iteration)
                : switchedOff(planned, module, iteration);
        runs.add(run);
        bitcasts.learn(run);
        listener.finished(run);
        isStopped = nextRewrite >= settings.rewriteBudget() || isLast(planned);
        return run.after();
    }

    private boolean isLast(PlannedStep.Pass planned) {
        var last = settings.stopAfter();
        return last != null && planned.ownNames().contains(last);
    }

    private PassRun runOrRecall(PlannedStep.Pass planned, HloModule module, int iteration) {
        var options = new LinkedHashMap<>(planned.step().options());
        options.putAll(settings.optionValues());
        var key = new PassRunCache.Key(
                module,
                planned.step().name(),
                Map.copyOf(options),
                settings.disabledRules(),
                settings.pipeline().effects(),
                settings.verify(),
                new RewriteOrdinal(runs.size(), iteration, nextRewrite));
        var known = cache.find(key, settings);
        if (known.isPresent()) {
            nextRewrite += known.get().rewriteCount();
            return known.get();
        }
        return runAnew(planned, key);
    }

    private PassRun runAnew(PlannedStep.Pass planned, PassRunCache.Key key) {
        var log = new PassLog(settings, key.options(), key.effects(), key.start(), cancellation);
        long start = System.nanoTime();
        var outcome = outcomeOf(registry.pass(key.pass()), key.before(), log);
        var time = Duration.ofNanos(System.nanoTime() - start);
        nextRewrite = outcome.failure() == null ? log.nextRewrite() : nextRewrite;
        var events = new ArrayList<>(log.events());
        if (outcome.module() != key.before()) {
            events.addAll(bitcasts.between(key.before(), outcome.module(), log.ordinal()));
        }
        var run = new PassRun(
                key.start().passRun(),
                planned.group(),
                key.pass(),
                key.start().iteration(),
                outcome.status(key.before()),
                key.before(),
                outcome.module(),
                events,
                log.declined(),
                time,
                outcome.failure());
        if (!log.isCutShort()) {
            cache.put(key, run);
        }
        return run;
    }

    private record Outcome(HloModule module, @Nullable String failure) {
        PassStatus status(HloModule before) {
            if (failure != null) {
                return PassStatus.FAILED;
            }
            return module == before ? PassStatus.UNCHANGED : PassStatus.CHANGED;
        }
    }

    private Outcome outcomeOf(HloPass pass, HloModule module, PassLog log) {
        try {
            var after = pass.run(module, log);
            var faults = settings.verify() && after != module ? check.faults(after) : List.<String>of();
            return faults.isEmpty()
                    ? new Outcome(after, null)
                    : new Outcome(module, pass.name() + " left a module that does not verify: " + summary(faults));
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException e) {
            listener.failed(pass.name(), e);
            return new Outcome(module, "%s failed: %s".formatted(pass.name(), sentence(e)));
        } catch (StackOverflowError | OutOfMemoryError e) {
            listener.failed(pass.name(), e);
            return new Outcome(module, "%s ran out of memory on this module (%s)".formatted(pass.name(), e));
        }
    }

    private static String sentence(RuntimeException fault) {
        var message = fault.getMessage();
        return message == null ? fault.getClass().getSimpleName() : message;
    }

    private static String summary(List<String> faults) {
        int more = faults.size() - 1;
        return more == 0 ? faults.getFirst() : "%s (and %d more)".formatted(faults.getFirst(), more);
    }

    private PassRun switchedOff(PlannedStep.Pass planned, HloModule module, int iteration) {
        return new PassRun(
                runs.size(),
                planned.group(),
                planned.step().name(),
                iteration,
                PassStatus.OFF,
                module,
                module,
                List.of(),
                0,
                Duration.ZERO,
                null);
    }
}
