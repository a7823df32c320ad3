package org.hloexplorer.pipeline.fusion.gpu;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.hloexplorer.hlo.FusionKind;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.fusion.Fuser;
import org.hloexplorer.pipeline.fusion.FusionChecks;
import org.hloexplorer.pipeline.fusion.FusionDecision;
import org.hloexplorer.pipeline.fusion.FusionDecision.Forbidden;
import org.hloexplorer.pipeline.fusion.FusionEstimate;
import org.hloexplorer.pipeline.fusion.FusionGraph;
import org.hloexplorer.pipeline.fusion.Region;
import org.hloexplorer.pipeline.fusion.Waiver;

/** What the checks of both ways to fuse for a GPU rest on: the device's limits, and its cost model. */
abstract class GpuChecks implements FusionChecks {
    private final FusionGraph graph;
    private final GpuCostModel model;
    private final GpuBudget budget;

    GpuChecks(FusionGraph graph, GpuFusionOptions options) {
        this.graph = graph;
        this.model = new GpuCostModel(graph, options.device(), options.launchMicros());
        this.budget = new GpuBudget(options, model);
    }

    final FusionGraph graph() {
        return graph;
    }

    final GpuCostModel model() {
        return model;
    }

    final GpuBudget budget() {
        return budget;
    }

    /** What is asked of a pair, in order. */
    abstract List<Supplier<FusionDecision>> checks(HloInstruction producer, HloInstruction consumer, int operand);

    @Override
    public final FusionDecision decide(HloInstruction consumer, int operand, Waiver waiver) {
        return waiver.firstRefusal(checks(graph.operand(consumer, operand), consumer, operand));
    }

    @Override
    public final Optional<Option<?>> knob(Forbidden refusal) {
        return refusal.quantities().isEmpty()
                ? Optional.empty()
                : GpuFusionOptions.knob(refusal.quantities().getLast().name());
    }

    @Override
    public final FusionEstimate estimate(HloInstruction producer, HloInstruction consumer) {
        return model.estimate(producer, consumer);
    }

    @Override
    public final FusionKind kind(HloInstruction producer, HloInstruction consumer) {
        return Emitter.of(Region.of(graph, producer, consumer), model.device())
                .kind()
                .fusionKind();
    }

    @Override
    public final void beforeFusing(HloInstruction fusion, HloInstruction producer) {
        model.invalidate(producer.id());
    }

    @Override
    public final void afterFusing(Fuser.Fused fused) {
        model.invalidate(fused.fusion().id());
    }
}
