package org.hloexplorer.pipeline.fusion;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Shape;

/**
 * Producers that read more than they yield, and cannot go into all their users: fused into some, they would be read and
 * computed again for the others.
 *
 * <p>Worked out before anything is fused, on all paths from a producer to each user.
 */
final class GloballyUnfusible {
    private static final String XLA = "InstructionFusion::ComputeGloballyUnfusible";

    private record Pair(int producer, int consumer) {}

    private final FusionGraph graph;
    private final FusionChecks checks;
    private final Reachability reachability;
    private final Map<Integer, FusionDecision> unfusible = new HashMap<>();
    private final Map<Pair, Optional<FusionDecision>> known = new HashMap<>();

    GloballyUnfusible(FusionGraph graph, FusionChecks checks) {
        this.graph = graph;
        this.checks = checks;
        this.reachability = new Reachability(graph.editor().commit());
        for (var consumer : PostOrder.of(graph.editor().commit())) {
            graph.operands(consumer).forEach(this::judge);
        }
    }

    /** Why this producer must not go anywhere, if it must not. */
    Optional<FusionDecision> refusal(HloInstruction producer) {
        return Optional.ofNullable(unfusible.get(producer.id()));
    }

    private void judge(HloInstruction producer) {
        if (unfusible.containsKey(producer.id()) || isEffectivelyUnary(producer) || yieldsMoreThanItReads(producer)) {
            return;
        }
        for (var user : graph.users(producer)) {
            var obstacle = obstacleOnSomePath(producer, user);
            if (obstacle.isPresent()) {
                unfusible.put(producer.id(), explain(producer, user, obstacle.get()));
                return;
            }
        }
    }

    private FusionDecision explain(HloInstruction producer, HloInstruction user, FusionDecision obstacle) {
        if (!(obstacle instanceof FusionDecision.Forbidden(var kind, var explanation, var quantities, var _, var _))) {
            throw new IllegalStateException("an obstacle that allows");
        }
        var text = graph.userCount(producer) == 1
                ? explanation
                : "it reads more than it yields, and would be computed again, as it cannot go into %s: %s"
                        .formatted(user, explanation);
        return new FusionDecision.Forbidden(
                graph.userCount(producer) == 1 ? kind : FusionDecision.Obstacle.DUPLICATES_WORK,
                text,
                quantities,
                XLA,
                null);
    }

    /** What stands between a producer and a consumer on any way from one to the other. */
    private Optional<FusionDecision> obstacleOnSomePath(HloInstruction producer, HloInstruction consumer) {
        if (producer.id() == consumer.id()) {
            return Optional.empty();
        }
        if (!graph.isFusible(consumer)) {
            return Optional.of(FusionDecision.forbid(
                    FusionDecision.Obstacle.NOT_FUSIBLE, "%s does not fuse".formatted(consumer.opcode()), XLA));
        }
        var pair = new Pair(producer.id(), consumer.id());
        var answer = known.get(pair);
        if (answer == null) {
            answer = searchOperands(producer, consumer);
            known.put(pair, answer);
        }
        return answer;
    }

    private Optional<FusionDecision> searchOperands(HloInstruction producer, HloInstruction consumer) {
        for (int i = 0; i < consumer.operandCount(); i++) {
            var operand = graph.operand(consumer, i);
            if (!reachability.isReachable(producer, operand)) {
                continue;
            }
            var earlier = unfusible.get(operand.id());
            var decision = earlier != null ? earlier : checks.decide(consumer, i, Waiver.NONE);
            if (!decision.isAllowed()) {
                return Optional.of(decision);
            }
            var further = obstacleOnSomePath(producer, operand);
            if (further.isPresent()) {
                return further;
            }
        }
        return Optional.empty();
    }

    /** Whether at most one operand is as large as the result; duplicating it reads no more than the result would. */
    private boolean isEffectivelyUnary(HloInstruction producer) {
        long rank = trueRank(producer.shape());
        return graph.operands(producer).stream()
                        .filter(operand -> !isFree(operand) && trueRank(operand.shape()) >= rank)
                        .limit(2)
                        .count()
                <= 1;
    }

    private static boolean isFree(HloInstruction operand) {
        return switch (operand.opcode()) {
            case BROADCAST, IOTA -> true;
            case CONSTANT -> elements(operand.shape()) == 1;
            default -> false;
        };
    }

    private boolean yieldsMoreThanItReads(HloInstruction producer) {
        long read = graph.operands(producer).stream()
                .distinct()
                .mapToLong(operand -> elements(operand.shape()))
                .sum();
        return read <= elements(producer.shape());
    }

    private static long elements(Shape shape) {
        return switch (shape) {
            case Shape.Array array -> array.elements();
            case Shape.Tuple(var parts) ->
                parts.stream().mapToLong(GloballyUnfusible::elements).sum();
            case Shape.Buffer _, Shape.Token _, Shape.Opaque _ -> 0;
        };
    }

    /** The number of dimensions that are not 1. */
    private static long trueRank(Shape shape) {
        return switch (shape) {
            case Shape.Array array ->
                array.dimensions().stream().filter(size -> size != 1).count();
            case Shape.Tuple(var parts) ->
                parts.stream().mapToLong(GloballyUnfusible::trueRank).max().orElse(0);
            case Shape.Buffer _, Shape.Token _, Shape.Opaque _ -> 0;
        };
    }
}
