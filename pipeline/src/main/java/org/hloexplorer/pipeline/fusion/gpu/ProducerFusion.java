package org.hloexplorer.pipeline.fusion.gpu;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.fusion.Fuser;
import org.hloexplorer.pipeline.fusion.FusionGraph;
import org.hloexplorer.pipeline.fusion.PostOrder;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;

/** Priority fusion in one computation: the queue of producers, and what changes when one of them is fused. */
final class ProducerFusion {
    static final String RULE = "fuse-producer";
    static final String CONSTANT_RULE = "fuse-constant";

    private final ComputationEditor editor;
    private final FusionGraph graph;
    private final GpuCostModel model;
    private final ProducerDecisions decisions;
    private final Fuser fuser;
    private final ProducerQueue queue = new ProducerQueue();

    ProducerFusion(FusionGraph graph, GpuFusionOptions options) {
        this.graph = graph;
        this.editor = graph.editor();
        var checks = new GpuFusionChecks(graph, options);
        this.model = checks.model();
        this.decisions = new ProducerDecisions(graph, checks);
        this.fuser = new Fuser(graph);
    }

    void run() {
        for (var instruction : PostOrder.of(editor.commit())) {
            context().cancellation().check();
            update(instruction.id());
        }
        for (var next = queue.poll(); next.isPresent() && !context().isExhausted(); next = queue.poll()) {
            context().cancellation().check();
            fuse(editor.instruction(next.getAsInt()));
        }
        PostOrder.of(editor.commit()).forEach(this::fuseConstant);
        decisions.reportWhatIsLeft();
        graph.finish();
    }

    private void update(int id) {
        if (editor.contains(id)) {
            queue.put(id, decisions.priority(editor.instruction(id)));
        }
    }

    /** Into all its users, so that it is neither stored nor computed for anyone else. */
    private void fuse(HloInstruction producer) {
        var changed = new LinkedHashSet<Integer>();
        for (var consumer : decisions.consumers(producer)) {
            if (!mayFuse(RULE, producer)) {
                break;
            }
            // Fusing it into another user may have changed what this one reads.
            var current = editor.current(consumer);
            decisions.report(producer, current);
            changed.addAll(fuse(RULE, producer, current));
        }
        if (!editor.contains(producer.id())) {
            forget(producer.id());
        }
        changed.forEach(this::update);
    }

    private boolean mayFuse(String rule, HloInstruction producer) {
        return context().isEnabled(rule) && context().mayRewrite(rule, producer.id());
    }

    /** Fuses one pair; gives the ids of what is worth another look. */
    private Set<Integer> fuse(String rule, HloInstruction producer, HloInstruction consumer) {
        var kind = decisions.kind(producer, consumer);
        var fusion = FusionGraph.isFusion(consumer) ? consumer : fuser.wrap(consumer, producer, kind);
        var grown = fuser.absorb(fusion, producer).fusion();
        if (grown.op() instanceof HloOp.Fusion op && op.kind() != kind) {
            grown = editor.update(grown.withOp(new HloOp.Fusion(kind, op.computation(), op.outputToOperandAliasing())));
        }
        forget(consumer.id());
        forget(grown.id());
        model.invalidate(producer.id());
        context().rewritten(rule, producer.id(), grown.id(), "%s into %s → %s".formatted(producer, consumer, grown));
        var changed = new LinkedHashSet<Integer>();
        graph.operands(grown).stream()
                .filter(each -> each.id() != producer.id())
                .forEach(each -> changed.add(each.id()));
        changed.add(grown.id());
        return changed;
    }

    private void forget(int id) {
        queue.remove(id);
        model.invalidate(id);
    }

    /** Constants of one element go everywhere at the end: they cost nothing, but would blur the estimates. */
    private void fuseConstant(HloInstruction constant) {
        if (!(constant.op() instanceof HloOp.Constant)
                || !(constant.shape() instanceof Shape.Array array && array.elements() == 1)) {
            return;
        }
        for (var each : List.copyOf(graph.users(constant))) {
            var user = editor.current(each);
            var decision = decisions.constantInto(constant, user);
            if (decision.isAllowed() && mayFuse(CONSTANT_RULE, constant)) {
                context().fusionConsidered(constant, user, decision, null);
                fuse(CONSTANT_RULE, constant, user);
            }
        }
    }

    private PassContext context() {
        return editor.context();
    }
}
