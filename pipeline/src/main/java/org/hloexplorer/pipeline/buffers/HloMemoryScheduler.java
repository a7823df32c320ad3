package org.hloexplorer.pipeline.buffers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.analysis.HloLiveness;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.RuleDescription;

/**
 * Orders the instructions of each computation by several rules and keeps the order that needs least memory; from then on
 * the order in which a module is written is the order in which it runs.
 */
public final class HloMemoryScheduler implements HloPass {
    private static final String RULE = "schedule";
    private static final String LEAST = "least-memory";

    static final Option<String> SCHEDULER = new Option<>(
            "hlo-memory-scheduler.order",
            LEAST,
            text -> text,
            "list, DFS, post-order or BFS, or " + LEAST + " for the one of the first three that needs least");

    @Override
    public String name() {
        return "hlo-memory-scheduler";
    }

    @Override
    public String summary() {
        return "puts instructions in the order that needs least memory";
    }

    @Override
    public List<Option<?>> options() {
        return List.of(SCHEDULER);
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(new RuleDescription(RULE, "a; b → b; a, is_scheduled=true", Effect.EXACT));
    }

    /** An order with the most bytes that are alive at once in it. */
    record Trial(MemoryScheduler scheduler, List<HloInstruction> order, long peak) {
        String words() {
            return "%s %s".formatted(scheduler.words(), ByteText.of(peak));
        }
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        if (module.attributes().isScheduled()) {
            return module;
        }
        var entry = module.entry().root();
        if (!context.isEnabled(RULE) || !context.mayRewrite(RULE, entry.id())) {
            return module;
        }
        var sequences = new HashMap<Integer, List<HloInstruction>>();
        var summary = new ArrayList<String>();
        for (var computation : new ComputationContexts(module).sequential()) {
            context.cancellation().check();
            var trials = trials(module, computation);
            var best = best(trials, context.option(SCHEDULER));
            sequences.put(computation.id(), best.order());
            var text = "%s runs in %s order, peaks: %s"
                    .formatted(
                            computation,
                            best.scheduler().words(),
                            trials.values().stream().map(Trial::words).collect(Collectors.joining(", ")));
            summary.add(text);
            reportOthers(context, computation, trials, best);
        }
        context.rewritten(RULE, entry.id(), entry.id(), String.join("; ", summary));
        return new HloSchedule(sequences).applyTo(module);
    }

    private static void reportOthers(
            PassContext context, HloComputation computation, Map<MemoryScheduler, Trial> trials, Trial best) {
        for (var trial : trials.values()) {
            if (trial.scheduler() != best.scheduler()) {
                context.declined(
                        trial.scheduler().words(),
                        computation.rootId(),
                        computation.root().name(),
                        "%s order of %s needs %s, %s order %s"
                                .formatted(
                                        trial.scheduler().words(),
                                        computation,
                                        ByteText.of(trial.peak()),
                                        best.scheduler().words(),
                                        ByteText.of(best.peak())),
                        List.of(new Quantity("peak memory", trial.peak(), best.peak(), "B")));
            }
        }
    }

    /** All orders of a computation. */
    static Map<MemoryScheduler, Trial> trials(HloModule module, HloComputation computation) {
        var trials = new EnumMap<MemoryScheduler, Trial>(MemoryScheduler.class);
        for (var scheduler : MemoryScheduler.values()) {
            var order = scheduler.order(computation);
            var ordered = computation.withInstructions(order, computation.rootId());
            trials.put(
                    scheduler,
                    new Trial(scheduler, order, HloLiveness.of(module, ordered).peakBytes()));
        }
        return trials;
    }

    private static Trial best(Map<MemoryScheduler, Trial> trials, String wanted) {
        return trials.values().stream()
                .filter(each -> each.scheduler().words().equals(wanted))
                .findFirst()
                .orElseGet(() -> trials.values().stream()
                        .filter(each -> each.scheduler() != MemoryScheduler.BFS)
                        .min(Comparator.comparingLong(Trial::peak))
                        .orElseThrow());
    }
}
