package org.hloexplorer.pipeline.fusion.gpu;

import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.NOT_FUSIBLE;
import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.NOT_PROFITABLE;
import static org.hloexplorer.pipeline.fusion.FusionDecision.allow;
import static org.hloexplorer.pipeline.fusion.FusionDecision.forbid;

import java.util.List;
import java.util.Locale;
import org.hloexplorer.hlo.FusionKind;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.fusion.Fuser;
import org.hloexplorer.pipeline.fusion.FusionDecision;
import org.hloexplorer.pipeline.fusion.FusionGraph;
import org.hloexplorer.pipeline.fusion.PostOrder;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;

/** The merging of fusions in one computation, producers first, each into all its users or none. */
final class MergedFusions {
    static final String RULE = "merge-fusion";
    private static final String XLA = "FusionMerger::ShouldFuse";

    private final FusionGraph graph;
    private final ComputationEditor editor;
    private final GpuCostModel model;
    private final GpuBudget budget;
    private final Fuser fuser;

    MergedFusions(FusionGraph graph, GpuFusionOptions options) {
        this.graph = graph;
        this.editor = graph.editor();
        this.model = new GpuCostModel(graph, options.device(), options.launchMicros());
        this.budget = new GpuBudget(options, model);
        this.fuser = new Fuser(graph);
    }

    void run() {
        for (var instruction : PostOrder.of(editor.commit())) {
            context().cancellation().check();
            if (editor.contains(instruction.id()) && FusionGraph.isFusion(editor.current(instruction))) {
                consider(editor.current(instruction));
            }
        }
        graph.finish();
    }

    private void consider(HloInstruction producer) {
        var users = List.copyOf(graph.users(producer));
        FusionDecision decision = mayMove(producer, users);
        for (var user : users) {
            decision = decision.and(() -> fits(producer, user));
        }
        decision = decision.and(() -> isFaster(producer, users));
        for (var user : users) {
            context()
                    .fusionConsidered(
                            producer, user, decision, decision.isAllowed() ? model.estimate(producer, user) : null);
        }
        if (decision.isAllowed()) {
            users.forEach(user -> merge(producer, user));
        }
    }

    private FusionDecision mayMove(HloInstruction producer, List<HloInstruction> users) {
        if (users.isEmpty() || editor.isRoot(producer)) {
            return forbid(NOT_FUSIBLE, "it is the result of the computation and has to be stored anyway", XLA);
        }
        return producer.op() instanceof HloOp.Fusion fusion && fusion.kind() == FusionKind.LOOP
                ? allow("the producer is a loop")
                : forbid(
                        NOT_FUSIBLE,
                        "the producer is no loop, but a kernel of another kind",
                        XLA + ", not a loop fusion");
    }

    private FusionDecision fits(HloInstruction producer, HloInstruction user) {
        if (user.opcode() == HloOpcode.BITCAST) {
            return forbid(NOT_PROFITABLE, "a bitcast runs no code", XLA + ", not fusing bitcast ops");
        }
        if (!FusionGraph.isFusion(user) && !graph.runsAsLoop(user)) {
            return forbid(NOT_FUSIBLE, "%s takes nothing into its kernel".formatted(user.opcode()), XLA);
        }
        return budget.fitsSharedMemory(producer, user)
                .and(() -> budget.fitsReductions(producer, user))
                .and(() -> budget.fitsParameters(producer, user))
                .and(() -> budget.fitsCode(producer, user));
    }

    private FusionDecision isFaster(HloInstruction producer, List<HloInstruction> users) {
        double apart = model.time(producer).total() + model.launchMicros() * (users.size() + 1);
        double fused = model.launchMicros() * users.size();
        for (var user : users) {
            apart += model.time(user).total();
            fused += model.fusedTime(producer, user).total();
        }
        var quantity = new Quantity(GpuFusionOptions.MICROS_COMPARED, fused, apart, "µs");
        var text = String.format(Locale.ROOT, "merged it takes %.3g\u202fµs, apart %.3g\u202fµs", fused, apart);
        return fused <= apart
                ? allow(text, quantity)
                : forbid(NOT_PROFITABLE, text, XLA + ", will execute slower if fused", quantity);
    }

    private void merge(HloInstruction producer, HloInstruction before) {
        if (!context().isEnabled(RULE) || !context().mayRewrite(RULE, producer.id())) {
            return;
        }
        var user = editor.current(before);
        var fusion = FusionGraph.isFusion(user) ? user : fuser.wrap(user, producer, FusionKind.LOOP);
        var grown = fuser.absorb(fusion, producer).fusion();
        model.invalidate(producer.id());
        model.invalidate(user.id());
        model.invalidate(grown.id());
        context().rewritten(RULE, producer.id(), grown.id(), "%s into %s → %s".formatted(producer, user, grown));
    }

    private PassContext context() {
        return editor.context();
    }
}
