package org.hloexplorer.app.workbench;

import java.util.Optional;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.PassEvent.FusionConsidered;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.fusion.FusionDecision.Forbidden;
import org.hloexplorer.pipeline.fusion.FusionPairs;
import org.hloexplorer.pipeline.fusion.FusionPairs.Pair;

/** Whether a run fused what it was asked to. */
public record FusionOutcome(PipelineRun run) {

    /** Why a pair is still two kernels, in a sentence; empty where it is one. */
    public Optional<String> refusal(Pair pair) {
        if (areOneKernel(pair)) {
            return Optional.empty();
        }
        return run.runs().stream()
                .flatMap(each -> each.events().stream())
                .filter(FusionConsidered.class::isInstance)
                .map(FusionConsidered.class::cast)
                .filter(event -> event.producerName().equals(pair.producer()) && isConsumer(event, pair))
                .flatMap(event -> event.decision() instanceof Forbidden refusal ? Stream.of(refusal) : Stream.empty())
                .reduce((_, last) -> last)
                .map(refusal -> "%%%s cannot be fused into %s: %s (%s)."
                        .formatted(pair.producer(), consumer(pair), refusal.explanation(), refusal.xlaCheck()))
                .or(() -> Optional.of("%%%s was not fused into %s: no pass looked at the two."
                        .formatted(pair.producer(), consumer(pair))));
    }

    private static String consumer(Pair pair) {
        return pair.consumer().equals(FusionPairs.ANY) ? "any consumer" : "%" + pair.consumer();
    }

    /** A consumer that has become a fusion by then is known by what it came from. */
    private boolean isConsumer(FusionConsidered event, Pair pair) {
        return pair.consumer().equals(FusionPairs.ANY)
                || event.consumerName().equals(pair.consumer())
                || run.output().findInstruction(event.consumer()).stream()
                        .anyMatch(fusion -> bodyHas(fusion, run.output(), pair.consumer()));
    }

    private static boolean bodyHas(HloInstruction fusion, HloModule module, String name) {
        return fusion.op() instanceof HloOp.Fusion(var _, var body, var _)
                && module.find(body).flatMap(each -> each.find(name)).isPresent();
    }

    private boolean areOneKernel(Pair pair) {
        var unfused = run.version(FusionPlanner.firstFusion(run));
        var producer = find(unfused, pair.producer());
        if (producer.isEmpty()) {
            return false;
        }
        return run.output().computations().stream()
                .filter(body -> isBody(body, run.output()))
                .anyMatch(body -> holds(body, producer.get().id())
                        && (pair.consumer().equals(FusionPairs.ANY)
                                || find(unfused, pair.consumer())
                                        .filter(each -> holds(body, each.id()))
                                        .isPresent()));
    }

    private static boolean isBody(HloComputation computation, HloModule module) {
        return module.callers(computation.id()).stream().anyMatch(each -> each.op() instanceof HloOp.Fusion);
    }

    private static boolean holds(HloComputation body, int instruction) {
        return body.instructions().stream()
                .anyMatch(each -> each.id() == instruction || each.originIds().contains(instruction));
    }

    private static Optional<HloInstruction> find(HloModule module, String name) {
        return module.computations().stream()
                .flatMap(each -> each.find(name).stream())
                .findFirst();
    }
}
