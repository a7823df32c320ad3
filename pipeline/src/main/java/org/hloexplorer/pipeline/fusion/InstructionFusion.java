package org.hloexplorer.pipeline.fusion;

import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.NOT_FUSIBLE;
import static org.hloexplorer.pipeline.fusion.FusionDecision.forbid;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.PassEvent.FusionConsidered;
import org.hloexplorer.pipeline.RewriteOrdinal;
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
    private final CopyBudget copies;

    InstructionFusion(FusionGraph graph, FusionChecks checks) {
        this.editor = graph.editor();
        this.graph = graph;
        this.checks = checks;
        this.fuser = new Fuser(graph);
        this.queue = new FusionQueue(editor.commit());
        this.unfusible = new GloballyUnfusible(graph, checks);
        this.wishes = FusionWishes.of(editor.context(), graph);
        this.copies = new CopyBudget(graph, editor.context());
        this.flips = new FusionFlips(
                graph, this::judge, refusal -> CopyBudget.knob(refusal).or(() -> checks.knob(refusal)));
    }

    void run() {
        for (var next = queue.poll(); next.isPresent() && !context().isExhausted(); next = queue.poll()) {
            var consumer = editor.instruction(next.getAsInt());
            if (isWorthAsking(consumer)) {
                fuseInto(consumer);
            }
        }
        graph.finish();
    }

    private boolean isWorthAsking(HloInstruction consumer) {
        return graph.isFusible(consumer) || FusionGraph.isFusion(consumer);
    }

    /**
     * Fuses the operands that may be, and then theirs. A refusal stands while the fusion grows: what is fused comes
     * before what was asked already, and so changes nothing about it, {@linkplain #mustAskAgain but for a few}.
     */
    private void fuseInto(HloInstruction first) {
        var consumer = first;
        var reported = new HashSet<Considered>();
        var candidates = queue.candidates(consumer);
        for (var next = candidates.poll(); next.isPresent() && !context().isExhausted(); next = candidates.poll()) {
            context().cancellation().check();
            var producer = editor.instruction(next.getAsInt());
            if (producer.opcode() == HloOpcode.PARAMETER) {
                // It is in memory already, and nobody would ask why.
                continue;
            }
            if (isWanted(producer, consumer, reported) && mayFuse(producer)) {
                boolean isWhole = FusionGraph.isFusion(consumer) && !mustAskAgain(consumer);
                consumer = fuse(producer, consumer);
                if (isWhole) {
                    candidates.addOperands(producer);
                } else {
                    candidates = queue.candidates(consumer);
                }
            }
        }
    }

    /** Where a buffer is updated in place, or a user named pairs, it matters what else is in the fusion. */
    private boolean mustAskAgain(HloInstruction fusion) {
        return wishes.areAny() || graph.body(fusion).root().opcode() == HloOpcode.DYNAMIC_UPDATE_SLICE;
    }

    /** Whether the producer may take the place of one of the operands it is. */
    private boolean isWanted(HloInstruction producer, HloInstruction consumer, Set<Considered> reported) {
        for (int i = 0; i < consumer.operandCount(); i++) {
            if (consumer.operandId(i) == producer.id()) {
                var decision = decide(producer, consumer, i);
                if (reported.add(new Considered(producer.id(), consumer.id(), decision))) {
                    report(producer, consumer, flips.add(decision, consumer, i));
                }
                if (decision.isAllowed()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** What would be decided about a pair if it were the first to be looked at; nothing is fused or reported. */
    FusionConsidered consider(HloInstruction producer, HloInstruction consumer) {
        var decisions = IntStream.range(0, consumer.operandCount())
                .filter(i -> consumer.operandId(i) == producer.id())
                .mapToObj(i -> flips.add(decide(producer, consumer, i), consumer, i))
                .toList();
        return considered(
                producer,
                consumer,
                decisions.stream().filter(FusionDecision::isAllowed).findFirst().orElse(decisions.getFirst()));
    }

    /** Of two inside a library call, why the library has both. */
    FusionConsidered inLibrary(HloInstruction producer, HloInstruction consumer, HloInstruction library) {
        return considered(producer, consumer, LibraryFusion.inside(producer, library, graph));
    }

    private FusionConsidered considered(HloInstruction producer, HloInstruction consumer, FusionDecision decision) {
        return new FusionConsidered(
                new RewriteOrdinal(0, 0, 0),
                producer.id(),
                producer.name(),
                consumer.id(),
                consumer.name(),
                decision,
                checks.estimate(producer, consumer));
    }

    private void report(HloInstruction producer, HloInstruction consumer, FusionDecision decision) {
        context().fusionConsidered(producer, consumer, decision, checks.estimate(producer, consumer));
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
                .orElseGet(() -> judge(consumer, operand, Waiver.NONE));
    }

    /** What the target says and, where it allows, whether there is room for another copy. */
    private FusionDecision judge(HloInstruction consumer, int operand, Waiver waiver) {
        return checks.decide(consumer, operand, waiver)
                .unless(() ->
                        waiver.firstRefusal(List.of(() -> copies.decide(graph.operand(consumer, operand), consumer))));
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

    private HloInstruction fuse(HloInstruction producer, HloInstruction consumer) {
        var kind = checks.kind(producer, consumer);
        var fusion = FusionGraph.isFusion(consumer) ? consumer : fuser.wrap(consumer, producer, kind);
        copies.take(producer);
        checks.beforeFusing(fusion, producer);
        var fused = fuser.absorb(fusion, producer);
        checks.afterFusing(fused);
        if (!editor.contains(producer.id())) {
            queue.remove(producer.id());
        }
        context().rewritten(RULE, producer.id(), fusion.id(), producer + " into " + consumer + " → " + fusion);
        return fused.fusion();
    }

    private PassContext context() {
        return editor.context();
    }
}
