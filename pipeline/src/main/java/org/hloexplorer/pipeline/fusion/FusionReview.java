package org.hloexplorer.pipeline.fusion;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.diff.HloDiff;
import org.hloexplorer.hlo.diff.ModuleDiff;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.PassEvent.FusionConsidered;
import org.hloexplorer.pipeline.PassRegistry;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.PipelineSettings;

/**
 * What a fusion pass of ours decides about the very module that a compiler's pass was given, of which only the outcome is
 * known: a dump holds what XLA fused, and not why.
 *
 * @param pass the pass of ours that was asked
 * @param decisions in order; producers and consumers have the ids that they have in the module before
 * @param origins of instructions of the compiler's outcome: those of the module before that they stand for
 */
public record FusionReview(String pass, List<FusionConsidered> decisions, Map<Integer, Integer> origins) {

    /** Passes of XLA that fuse, in the order in which it is best to ask ours about what none of them was asked. */
    private static final Set<String> GPU_PASSES = Set.of("priority-fusion", "fusion_merger", "multi_output_fusion");

    public FusionReview {
        decisions = List.copyOf(decisions);
        origins = Map.copyOf(origins);
    }

    /** Whether a step of a dump has an outcome without a reason, and fuses: some pass of ours can be asked about it. */
    public static Optional<String> reviewer(PassRun step, PipelineRun dump, PassRegistry registry) {
        boolean isSilent = step.events().stream().noneMatch(FusionConsidered.class::isInstance);
        var name = step.pass().equals("fusion") && isForGpu(dump) ? "gpu-instruction-fusion" : step.pass();
        return isSilent && isFusion(name) ? registry.find(name).map(each -> each.name()) : Optional.empty();
    }

    private static boolean isForGpu(PipelineRun dump) {
        return dump.runs().stream().anyMatch(each -> GPU_PASSES.contains(each.pass()));
    }

    private static boolean isFusion(String pass) {
        return switch (pass) {
            case "fusion", "tpu_fusion", "gpu-instruction-fusion" -> true;
            default -> GPU_PASSES.contains(pass);
        };
    }

    /** Asks a pass of ours; empty where it fails on this module. */
    public static Optional<FusionReview> of(PassRun step, String pass, PassRegistry registry) {
        var run = new PassRunner(registry, ModuleCheck.NONE)
                .run(step.before(), PipelineSettings.of(registry.pipelineOf(pass)))
                .runs()
                .getFirst();
        return run.failure() != null ? Optional.empty() : Optional.of(new Replay(step, run).review());
    }

    /** Whether some compiler is done with a module, and so has decided what is fused. */
    public static boolean isCompiled(HloModule module) {
        return module.attributes().isScheduled()
                || module.computations().stream()
                        .flatMap(each -> each.instructions().stream())
                        .anyMatch(FusionGraph::isFusion);
    }

    /** Our run beside the compiler's. Either gives new instructions ids of its own, which mean nothing to the other. */
    private record Replay(PassRun theirs, PassRun ours, Map<Integer, Integer> made) {

        Replay(PassRun theirs, PassRun ours) {
            this(theirs, ours, new HashMap<>());
        }

        FusionReview review() {
            noteWhatWasMade();
            var match = HloDiff.betweenForeign(ours.after(), theirs.after());
            var decisions = ours.events().stream()
                    .filter(FusionConsidered.class::isInstance)
                    .map(event -> inWordsOfTheInput((FusionConsidered) event))
                    .toList();
            return new FusionReview(ours.pass(), decisions, origins(match));
        }

        /** What our new instructions were made from: copies know it; a fusion stands for the consumer it began with. */
        private void noteWhatWasMade() {
            for (var computation : ours.after().computations()) {
                for (var instruction : computation.instructions()) {
                    if (isNew(instruction.id()) && !instruction.originIds().isEmpty()) {
                        made.put(instruction.id(), instruction.originIds().getFirst());
                    }
                }
            }
            int consumer = -1;
            for (var event : ours.events()) {
                if (event instanceof FusionConsidered considered) {
                    consumer = considered.consumer();
                } else if (event instanceof PassEvent.Rewritten rewritten
                        && isNew(rewritten.after())
                        && rewritten.after() != consumer) {
                    made.putIfAbsent(rewritten.after(), consumer);
                }
            }
        }

        private boolean isNew(int id) {
            return id >= ours.before().nextId();
        }

        private int original(int id) {
            int known = id;
            for (int steps = 0; isNew(known) && made.containsKey(known) && steps < made.size(); steps++) {
                known = made.get(known);
            }
            // Nothing of theirs may be taken for what only we made.
            return isNew(known) ? -known : known;
        }

        private FusionConsidered inWordsOfTheInput(FusionConsidered event) {
            return new FusionConsidered(
                    event.ordinal(),
                    original(event.producer()),
                    event.producerName(),
                    original(event.consumer()),
                    event.consumerName(),
                    event.decision(),
                    event.estimate());
        }

        private Map<Integer, Integer> origins(ModuleDiff match) {
            var origins = new HashMap<Integer, Integer>();
            for (var computation : theirs.after().computations()) {
                for (var instruction : computation.instructions()) {
                    var counterpart = match.counterpartBefore(instruction.id());
                    if (isNew(instruction.id())
                            && counterpart.isPresent()
                            && !(instruction.op() instanceof HloOp.Parameter)) {
                        origins.put(instruction.id(), original(counterpart.getAsInt()));
                    }
                }
            }
            origins.values().removeIf(origin -> origin < 0);
            return origins;
        }
    }
}
