package org.hloexplorer.pipeline.fusion.gpu;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.fusion.FusionDecision;
import org.hloexplorer.pipeline.fusion.FusionDecision.Forbidden;
import org.hloexplorer.pipeline.fusion.FusionGraph;
import org.hloexplorer.pipeline.fusion.PostOrder;
import org.hloexplorer.pipeline.fusion.Reachability;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;

/** Multi-output fusion in one computation: from the results backwards, the users of each value, then the value itself. */
final class SharedKernels {
    static final String SIBLINGS = "fuse-siblings";
    static final String PRODUCER = "fuse-producer-keeping-result";

    private record Told(int kernel, String check) {}

    private record Pair(int first, int second) {}

    private final ComputationEditor editor;
    private final FusionGraph graph;
    private final GpuCostModel model;
    private final SharedKernelChecks checks;
    private final SharedKernelFuser fuser;
    private final Reachability reachability;
    private final Set<Told> told = new HashSet<>();

    /** Siblings that were refused, and stay so: kernels keep what they are and read, and dependence only grows. */
    private final Set<Pair> refused = new HashSet<>();

    /** All that were asked about each other already. */
    private final Set<List<Integer>> asked = new HashSet<>();

    SharedKernels(FusionGraph graph, GpuFusionOptions options) {
        this.graph = graph;
        this.editor = graph.editor();
        this.model = new GpuCostModel(graph, options.device(), options.launchMicros());
        this.checks = new SharedKernelChecks(graph, model, new GpuBudget(options, model));
        this.fuser = new SharedKernelFuser(graph);
        this.reachability = new Reachability(editor.commit());
    }

    void run() {
        for (var instruction : PostOrder.of(editor.commit()).reversed()) {
            context().cancellation().check();
            if (editor.contains(instruction.id())) {
                fuseSiblings(editor.current(instruction));
                fuseIntoUser(editor.current(instruction));
            }
        }
    }

    /** Each kernel takes in those after it that run the same loop. */
    private void fuseSiblings(HloInstruction parent) {
        var siblings = kernelsReading(parent);
        var byLoop = new LinkedHashMap<Object, Deque<HloInstruction>>();
        var waiting = new ArrayList<Deque<HloInstruction>>();
        for (var kernel : siblings) {
            var sameLoop = byLoop.computeIfAbsent(checks.loop(kernel), _ -> new ArrayDeque<>());
            sameLoop.add(kernel);
            waiting.add(sameLoop);
        }
        byLoop.values().stream().filter(this::isSettled).forEach(Deque::clear);
        for (int i = 0; i < siblings.size(); i++) {
            // Where another one comes first, this one was taken in.
            if (waiting.get(i).peek() == siblings.get(i)) {
                takeIn(waiting.get(i).remove(), waiting.get(i));
            }
        }
    }

    /** Kernels that read many arrays meet at each of these, mostly all of them again: what is refused once is refused. */
    private boolean isSettled(Deque<HloInstruction> kernels) {
        return kernels.size() < 2
                || !asked.add(kernels.stream().map(HloInstruction::id).toList());
    }

    private void takeIn(HloInstruction kernel, Deque<HloInstruction> others) {
        context().cancellation().check();
        var first = editor.current(kernel);
        for (var each = others.iterator(); each.hasNext(); ) {
            // A kernel that was fused before may have been an operand of this one.
            var second = editor.current(each.next());
            if (mayBecomeOne(first, second) && mayFuse(SIBLINGS, second)) {
                first = fuse(SIBLINGS, first, second);
                each.remove();
            }
        }
    }

    private boolean mayBecomeOne(HloInstruction first, HloInstruction second) {
        var pair = new Pair(first.id(), second.id());
        if (refused.contains(pair)) {
            return false;
        }
        var decision = checks.siblings(first, second, reachability);
        reportSiblings(first, second, decision);
        if (!decision.isAllowed()) {
            refused.add(pair);
        }
        return decision.isAllowed();
    }

    /** The users that may share a kernel; those that have several results already first, then fusions. */
    private List<HloInstruction> kernelsReading(HloInstruction parent) {
        var users = new ArrayList<HloInstruction>();
        if (parent.op() instanceof HloOp.Constant) {
            return users;
        }
        graph.users(parent).stream().filter(checks::mayHaveSeveralResults).forEach(users::add);
        users.sort(Comparator.comparingInt(SharedKernels::rank));
        return users;
    }

    private static int rank(HloInstruction kernel) {
        if (!FusionGraph.isFusion(kernel)) {
            return 2;
        }
        return kernel.shape() instanceof Shape.Tuple ? 0 : 1;
    }

    private void fuseIntoUser(HloInstruction producer) {
        if (!editor.contains(producer.id())
                || producer.op() instanceof HloOp.Constant
                || !checks.mayHaveSeveralResults(producer)
                || producer.shape() instanceof Shape.Tuple) {
            return;
        }
        preferredUser(producer).ifPresent(consumer -> {
            if (mayFuse(PRODUCER, producer)) {
                fuse(PRODUCER, producer, consumer);
            }
        });
    }

    private Optional<HloInstruction> preferredUser(HloInstruction producer) {
        var candidates = new ArrayList<HloInstruction>();
        for (var user : kernelsReading(producer)) {
            var decision = checks.producer(producer, user, reachability);
            report(producer, user, decision);
            if (decision.isAllowed()) {
                candidates.add(user);
            }
        }
        return candidates.stream().findFirst();
    }

    private HloInstruction fuse(String rule, HloInstruction first, HloInstruction second) {
        var kinds = Stream.of(second, first)
                .map(each -> model.facts(each).emitter().kind())
                .toList();
        var kind = kinds.getFirst() == Emitter.Kind.LOOP ? kinds.getLast() : kinds.getFirst();
        var fused = fuser.fuse(first, second, kind.fusionKind());
        reachability.merge(first, second, fused);
        graph.users(fused).forEach(element -> reachability.follow(element, fused));
        model.invalidate(first.id());
        model.invalidate(second.id());
        context().rewritten(rule, second.id(), fused.id(), "%s and %s → %s".formatted(first, second, fused));
        return fused;
    }

    /** Among many that read the same, a kernel is refused by most for one reason, which is told once. */
    private void reportSiblings(HloInstruction first, HloInstruction second, FusionDecision decision) {
        if (!(decision instanceof Forbidden refusal) || told.add(new Told(second.id(), refusal.xlaCheck()))) {
            report(first, second, decision);
        }
    }

    private void report(HloInstruction first, HloInstruction second, FusionDecision decision) {
        context().fusionConsidered(first, second, decision, null);
    }

    private boolean mayFuse(String rule, HloInstruction at) {
        return context().isEnabled(rule) && context().mayRewrite(rule, at.id());
    }

    private PassContext context() {
        return editor.context();
    }
}
