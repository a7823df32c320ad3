package org.hloexplorer.pipeline.fusion;

import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.NOT_FUSIBLE;
import static org.hloexplorer.pipeline.fusion.FusionDecision.forbid;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;

/** Fuses producers into consumers in one computation, edge by edge, from the results backwards. */
final class InstructionFusion {

    /** The name of the rewrite, for toggles and events. */
    static final String RULE = "fuse";

    private static final String XLA = "InstructionFusion::Run";

    private record Considered(int producer, int consumer, FusionDecision decision) {}

    private final ComputationEditor editor;
    private final FusionGraph graph;
    private final FusionChecks checks;
    private final Fuser fuser;
    private final FusionQueue queue;
    private final GloballyUnfusible unfusible;
    private final FusionWishes wishes;
    private final FusionFlips flips;
    private final Set<Considered> reported = new HashSet<>();

    InstructionFusion(FusionGraph graph, FusionChecks checks) {
        this.editor = graph.editor();
        this.graph = graph;
        this.checks = checks;
        this.fuser = new Fuser(graph);
        this.queue = new FusionQueue(editor.commit());
        this.unfusible = new GloballyUnfusible(graph, checks);
        this.wishes = FusionWishes.of(editor.context(), graph);
        this.flips = new FusionFlips(checks);
    }

    void run() {
        for (var next = queue.poll(); next.isPresent() && !context().isExhausted(); next = queue.poll()) {
            context().cancellation().check();
            var consumer = editor.instruction(next.getAsInt());
            if (isWorthAsking(consumer)) {
                fuseOne(consumer);
            }
        }
        graph.finish();
    }

    private boolean isWorthAsking(HloInstruction consumer) {
        return graph.isFusible(consumer) || FusionGraph.isFusion(consumer);
    }

    /** Fuses the first operand that may be; the fusion then comes next, and is asked for the others. */
    private void fuseOne(HloInstruction consumer) {
        for (int operand : queue.operandsOf(consumer)) {
            var producer = graph.operand(consumer, operand);
            if (producer.opcode() == HloOpcode.PARAMETER) {
                // It is in memory already, and nobody would ask why.
                continue;
            }
            var decision = decide(producer, consumer, operand);
            if (reported.add(new Considered(producer.id(), consumer.id(), decision))) {
                context()
                        .fusionConsidered(
                                producer.id(),
                                producer.name(),
                                consumer.id(),
                                consumer.name(),
                                flips.add(decision, consumer, operand));
            }
            if (decision.isAllowed() && mayFuse(producer)) {
                fuse(producer, consumer);
                return;
            }
        }
    }

    private boolean mayFuse(HloInstruction producer) {
        return context().isEnabled(RULE) && context().mayRewrite(RULE, producer.id());
    }

    private FusionDecision decide(HloInstruction producer, HloInstruction consumer, int operand) {
        if (wishes.force(producer, consumer)) {
            return impossibility(producer, consumer)
                    .or(() -> wishes.refusal(producer, consumer))
                    .orElseGet(() -> checks.decide(consumer, operand, Waiver.COSTS));
        }
        return impossibility(producer, consumer)
                .or(() -> wishes.refusal(producer, consumer))
                .or(() -> unfusible.refusal(producer))
                .orElseGet(() -> checks.decide(consumer, operand, Waiver.NONE));
    }

    private Optional<FusionDecision> impossibility(HloInstruction producer, HloInstruction consumer) {
        if (!graph.isFusible(producer)) {
            return Optional.of(forbid(NOT_FUSIBLE, notFusible(producer), XLA + ", IsFusible"));
        }
        if (editor.hasControlDependencies(producer) || editor.hasControlDependencies(consumer)) {
            return Optional.of(forbid(NOT_FUSIBLE, "control dependencies fix when it runs", XLA));
        }
        return Optional.empty();
    }

    private static String notFusible(HloInstruction producer) {
        return switch (producer.opcode()) {
            case WHILE, CONDITIONAL, CALL -> "%s runs other computations".formatted(producer.opcode());
            default -> "%s does more than yield a value".formatted(producer.opcode());
        };
    }

    private void fuse(HloInstruction producer, HloInstruction consumer) {
        var kind = checks.kind(producer, consumer);
        var fusion = FusionGraph.isFusion(consumer) ? consumer : fuser.wrap(consumer, producer, kind);
        checks.beforeFusing(fusion, producer);
        var fused = fuser.absorb(fusion, producer);
        checks.afterFusing(fused);
        if (!editor.contains(producer.id())) {
            queue.remove(producer.id());
        }
        queue.push(fusion.id());
        context().rewritten(RULE, producer.id(), fusion.id(), "%s into %s → %s".formatted(producer, consumer, fusion));
    }

    private PassContext context() {
        return editor.context();
    }
}
