package org.hloexplorer.pipeline.fusion.gpu;

import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.DUPLICATES_WORK;
import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.NOT_FUSIBLE;
import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.NOT_PROFITABLE;
import static org.hloexplorer.pipeline.fusion.FusionDecision.allow;
import static org.hloexplorer.pipeline.fusion.FusionDecision.forbid;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.hloexplorer.hlo.FusionKind;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.fusion.FusionDecision;
import org.hloexplorer.pipeline.fusion.FusionDecision.Forbidden;
import org.hloexplorer.pipeline.fusion.FusionEstimate;
import org.hloexplorer.pipeline.fusion.FusionFlips;
import org.hloexplorer.pipeline.fusion.FusionGraph;
import org.hloexplorer.pipeline.fusion.FusionWishes;
import org.hloexplorer.pipeline.fusion.PostOrder;
import org.hloexplorer.pipeline.fusion.Waiver;
import org.jspecify.annotations.Nullable;

/** Which producers are fused into which consumers, what that is expected to win, and what stands in the way. */
final class ProducerDecisions {
    private static final String XLA = "PriorityFusionQueue::CalculateProducerPriority";

    private record Times(double apart, double fused) {
        double saved() {
            return apart - fused;
        }
    }

    private final FusionGraph graph;
    private final GpuFusionChecks checks;
    private final GpuCostModel model;
    private final FusionWishes wishes;
    private final FusionFlips flips;

    ProducerDecisions(FusionGraph graph, GpuFusionChecks checks) {
        this.graph = graph;
        this.checks = checks;
        this.model = checks.model();
        this.wishes = FusionWishes.of(graph.editor().context(), graph);
        this.flips = new FusionFlips(graph, this::judge, checks::knob);
    }

    /**
     * The microseconds that fusing a producer into all its users saves; infinite for what is fused first, negative for
     * what is not.
     */
    double priority(HloInstruction producer) {
        if (!isCandidate(producer)) {
            return Double.NEGATIVE_INFINITY;
        }
        if (checks.isFreeBitcast(producer) || !forced(producer).isEmpty()) {
            return Double.POSITIVE_INFINITY;
        }
        var users = wanted(producer);
        boolean isOnlyRenamed = users.stream().allMatch(checks::isFreeBitcast);
        return isOnlyRenamed || obstacle(producer, users).isPresent()
                ? Double.NEGATIVE_INFINITY
                : times(producer, users).saved();
    }

    private boolean isCandidate(HloInstruction producer) {
        return switch (producer.opcode()) {
            case PARAMETER, TUPLE, GET_TUPLE_ELEMENT, CONSTANT -> false;
            default -> graph.userCount(producer) > 0 && graph.isFusible(producer);
        };
    }

    /** What a producer that was taken from the queue goes into. */
    List<HloInstruction> consumers(HloInstruction producer) {
        var forced = forced(producer);
        if (!forced.isEmpty()) {
            return forced;
        }
        return checks.isFreeBitcast(producer)
                ? wanted(producer).stream()
                        .filter(user -> decide(producer, user).isAllowed())
                        .toList()
                : wanted(producer);
    }

    private List<HloInstruction> forced(HloInstruction producer) {
        return graph.users(producer).stream()
                .filter(user -> wishes.force(producer, user))
                .filter(user -> decide(producer, user).isAllowed())
                .toList();
    }

    private List<HloInstruction> wanted(HloInstruction producer) {
        return graph.users(producer).stream()
                .filter(user -> wishes.refusal(producer, user).isEmpty())
                .toList();
    }

    /** The first user that a producer cannot go into keeps it from all others too. */
    private Optional<Forbidden> obstacle(HloInstruction producer, List<HloInstruction> users) {
        for (var user : users) {
            if (!checks.isFreeBitcast(user) && decide(producer, user) instanceof Forbidden refusal) {
                return Optional.of(refusal);
            }
        }
        return Optional.empty();
    }

    private FusionDecision decide(HloInstruction producer, HloInstruction consumer) {
        if (graph.editor().hasControlDependencies(producer) || graph.editor().hasControlDependencies(consumer)) {
            return forbid(NOT_FUSIBLE, "control dependencies fix when it runs", XLA);
        }
        var waiver = wishes.force(producer, consumer) ? Waiver.COSTS : Waiver.NONE;
        return wishes.refusal(producer, consumer)
                .orElseGet(() -> checks.decide(consumer, GpuFusionChecks.operandIndex(producer, consumer), waiver));
    }

    /** The checks, and then whether this pair by itself would win time. */
    private FusionDecision judge(HloInstruction consumer, int operand, Waiver waiver) {
        var producer = graph.operand(consumer, operand);
        return checks.decide(consumer, operand, waiver)
                .and(() -> isCandidate(producer)
                        ? waiver.firstRefusal(List.of(() -> verdict(times(producer, List.of(consumer)), 1)))
                        : allow("a constant costs nothing"));
    }

    private Times times(HloInstruction producer, List<HloInstruction> users) {
        double apart = model.time(producer).total() + model.launchMicros() * (users.size() + 1);
        double fused = model.launchMicros() * users.size();
        for (var user : users) {
            apart += model.time(user).total();
            fused += model.fusedTime(producer, user).total();
        }
        return new Times(apart, fused);
    }

    FusionKind kind(HloInstruction producer, HloInstruction consumer) {
        return checks.kind(producer, consumer);
    }

    FusionDecision constantInto(HloInstruction constant, HloInstruction user) {
        var decision = decide(constant, user);
        return decision.isAllowed() ? allow("a constant of one element is written into the code") : decision;
    }

    /** Reports that a pair is about to be fused. */
    void report(HloInstruction producer, HloInstruction consumer) {
        report(producer, consumer, verdict(producer, consumer));
    }

    private void report(HloInstruction producer, HloInstruction consumer, FusionDecision decision) {
        graph.editor()
                .context()
                .fusionConsidered(
                        producer,
                        consumer,
                        flips.add(decision, consumer, GpuFusionChecks.operandIndex(producer, consumer)),
                        estimate(producer, consumer));
    }

    /** Only what could be one kernel has a time as one. */
    private @Nullable FusionEstimate estimate(HloInstruction producer, HloInstruction consumer) {
        return isCandidate(producer)
                        && checks.decide(consumer, GpuFusionChecks.operandIndex(producer, consumer), Waiver.COSTS)
                                .isAllowed()
                ? checks.estimate(producer, consumer)
                : null;
    }

    /** Reports, of all pairs that are still apart, why they are. */
    void reportWhatIsLeft() {
        if (graph.editor().context().isExhausted()) {
            return;
        }
        for (var producer : PostOrder.of(graph.editor().commit())) {
            if (!(producer.op() instanceof HloOp.Parameter)) {
                graph.users(producer).forEach(user -> report(producer, user, verdict(producer, user)));
            }
        }
    }

    private FusionDecision verdict(HloInstruction producer, HloInstruction consumer) {
        var decision = decide(producer, consumer);
        if (!decision.isAllowed() || !isCandidate(producer) || wishes.force(producer, consumer)) {
            return decision.isAllowed() && !isCandidate(producer)
                    ? forbid(NOT_FUSIBLE, "%s is not fused".formatted(producer.opcode()), XLA)
                    : decision;
        }
        if (checks.isFreeBitcast(producer)) {
            return allow("a bitcast runs no code");
        }
        var users = wanted(producer);
        return obstacle(producer, users)
                .map(each -> elsewhere(producer, each))
                .orElseGet(() -> verdict(times(producer, users), users.size()));
    }

    private static FusionDecision elsewhere(HloInstruction producer, Forbidden obstacle) {
        return forbid(
                DUPLICATES_WORK,
                "%s is fused into all its users or none, and for another one: %s"
                        .formatted(producer, obstacle.explanation()),
                "CanFuseWithAllNonBitcastUsers",
                obstacle.quantities().toArray(Quantity[]::new));
    }

    private static FusionDecision verdict(Times times, int users) {
        var quantity = new Quantity(GpuFusionOptions.MICROS_COMPARED, times.fused(), times.apart(), "µs");
        var text = String.format(
                Locale.ROOT,
                "with its %s it takes %.3g\u202fµs fused and %.3g\u202fµs apart",
                users == 1 ? "user" : users + " users",
                times.fused(),
                times.apart());
        return times.saved() >= 0
                ? allow(text, quantity)
                : forbid(NOT_PROFITABLE, text, XLA + ", negative benefit", quantity);
    }
}
