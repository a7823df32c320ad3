package org.hloexplorer.visualizers;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.PassEvent.FusionConsidered;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.fusion.CpuInstructionFusion;
import org.hloexplorer.pipeline.fusion.EdgeFusion;
import org.hloexplorer.pipeline.fusion.FusionReview;
import org.hloexplorer.pipeline.fusion.TpuFusion;
import org.hloexplorer.pipeline.fusion.gpu.GpuInstructionFusion;
import org.jspecify.annotations.Nullable;

/**
 * Which older instructions an instruction stands for, over all versions of a timeline.
 *
 * <p>The versions are walked when it is first asked, so that this can be off the JavaFX thread.
 */
public final class Lineage {

    /** Of a timeline without passes: every instruction stands for itself. */
    public static final Lineage NONE = new Lineage(null);

    private final @Nullable PipelineRun timeline;
    private @Nullable Map<Integer, List<Integer>> origins;
    private @Nullable Map<PassRun, FusionReview> reviews;
    private @Nullable Map<Integer, List<Replaced>> replaced;

    /** An instruction that a rewrite removed for the sake of one that was there already, and where it last was. */
    private record Replaced(HloInstruction instruction, HloModule module) {}

    private Lineage(@Nullable PipelineRun timeline) {
        this.timeline = timeline;
    }

    public static Lineage of(PipelineRun timeline) {
        return new Lineage(timeline);
    }

    private synchronized Map<Integer, List<Integer>> origins() {
        var known = origins;
        if (known == null) {
            known = timeline == null ? Map.of() : walk(timeline);
            origins = known;
        }
        return known;
    }

    /**
     * What our fusion passes say about the steps of a dump that hold no reasons. They run when this is first asked, and
     * tell too which instruction of a fusion was which.
     */
    synchronized Map<PassRun, FusionReview> reviews() {
        var known = reviews;
        if (known == null) {
            known = timeline == null || timeline.lineage() == PipelineRun.Lineage.KNOWN ? Map.of() : review(timeline);
            reviews = known;
        }
        return known;
    }

    private static Map<PassRun, FusionReview> review(PipelineRun dump) {
        var reviews = new IdentityHashMap<PassRun, FusionReview>();
        for (var step : dump.runs()) {
            FusionReview.reviewer(step, dump, Passes.REGISTRY)
                    .flatMap(pass -> FusionReview.of(step, pass, Passes.REGISTRY))
                    .ifPresent(review -> reviews.put(step, review));
        }
        return reviews;
    }

    private Map<Integer, List<Integer>> walk(PipelineRun run) {
        var origins = new HashMap<Integer, List<Integer>>();
        Set<HloComputation> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int version = 0; version < run.versions(); version++) {
            for (var computation : run.version(version).computations()) {
                if (seen.add(computation)) {
                    computation.instructions().forEach(each -> remember(each, origins));
                }
            }
        }
        reviews()
                .values()
                .forEach(review ->
                        review.origins().forEach((id, origin) -> origins.merge(id, List.of(origin), Lineage::both)));
        return origins;
    }

    private static List<Integer> both(List<Integer> one, List<Integer> other) {
        return Stream.concat(one.stream(), other.stream()).distinct().toList();
    }

    private static void remember(HloInstruction instruction, Map<Integer, List<Integer>> origins) {
        if (!instruction.originIds().isEmpty()) {
            origins.putIfAbsent(instruction.id(), instruction.originIds());
        }
    }

    /** The instruction itself and all that it was made from, newest first. */
    public Set<Integer> of(int instructionId) {
        var known = origins();
        var all = new LinkedHashSet<Integer>();
        var open = new ArrayDeque<Integer>(List.of(instructionId));
        while (!open.isEmpty()) {
            int id = open.remove();
            if (all.add(id)) {
                open.addAll(known.getOrDefault(id, List.of()));
            }
        }
        return all;
    }

    /** As {@link #of}, with all that a fusion or call has inside. */
    public Set<Integer> within(HloInstruction instruction, HloModule module) {
        var all = new LinkedHashSet<>(of(instruction.id()));
        if (instruction.op() instanceof HloOp.Fusion) {
            for (var computation : module.called(instruction)) {
                computation.instructions().forEach(inner -> all.addAll(within(inner, module)));
            }
        }
        return all;
    }

    /**
     * As {@link #within}, with all that was within those whose place an instruction took: of two equal fusions that
     * became one, what was decided about the one that is gone holds for the other.
     */
    Set<Integer> standsFor(HloInstruction instruction, HloModule module) {
        var all = within(instruction, module);
        var known = replaced();
        var seen = new HashSet<Integer>();
        var open = new ArrayDeque<>(of(instruction.id()));
        while (!open.isEmpty()) {
            int id = open.remove();
            // What was made from an instruction may give its place to it again.
            if (seen.add(id)) {
                for (var each : known.getOrDefault(id, List.of())) {
                    all.addAll(within(each.instruction(), each.module()));
                    open.addAll(of(each.instruction().id()));
                }
            }
        }
        return all;
    }

    /** Whether {@link #standsFor} adds anything to {@link #within}. */
    boolean tookAPlace(HloInstruction instruction) {
        var known = replaced();
        return of(instruction.id()).stream().anyMatch(known::containsKey);
    }

    private synchronized Map<Integer, List<Replaced>> replaced() {
        var known = replaced;
        if (known == null) {
            var found = new HashMap<Integer, List<Replaced>>();
            if (timeline != null) {
                // Before, nothing was decided about what is gone, and thousands of constants may have become one.
                timeline.runs().stream()
                        .dropWhile(run -> run.events().stream().noneMatch(FusionConsidered.class::isInstance))
                        .skip(1)
                        .filter(PassRun::isChanging)
                        .forEach(run -> findReplaced(run, found));
            }
            known = found;
            replaced = known;
        }
        return known;
    }

    /** What is new knows its origins; this is for what was there before. */
    private static void findReplaced(PassRun run, Map<Integer, List<Replaced>> found) {
        for (var event : run.events()) {
            if (event instanceof PassEvent.Rewritten rewritten
                    && rewritten.before() != rewritten.after()
                    && run.before().findInstruction(rewritten.after()).isPresent()) {
                run.before()
                        .findInstruction(rewritten.before())
                        .filter(gone -> run.after().findInstruction(gone.id()).isEmpty())
                        .ifPresent(gone -> found.computeIfAbsent(rewritten.after(), _ -> new ArrayList<>(1))
                                .add(new Replaced(gone, run.before())));
            }
        }
    }

    /** What the result of an instruction stands for: for a fusion, what its body ends in. */
    Set<Integer> results(HloInstruction instruction, HloModule module) {
        var all = new LinkedHashSet<>(of(instruction.id()));
        var inner = instruction;
        while (inner.op() instanceof HloOp.Fusion fusion) {
            inner = module.computation(fusion.computation()).root();
            all.addAll(of(inner.id()));
            if (inner.op() instanceof HloOp.Plain(var opcode) && opcode == HloOpcode.TUPLE) {
                for (int i = 0; i < inner.operandCount(); i++) {
                    all.addAll(of(inner.operandId(i)));
                }
            }
        }
        return all;
    }

    /** Whether one fusion of a module holds what two instructions of an older version became. */
    boolean areFused(int producer, int consumer, HloModule module) {
        return module.computations().stream()
                .flatMap(each -> each.instructions().stream())
                .filter(each -> each.op() instanceof HloOp.Fusion)
                .map(fusion -> module.called(fusion).getFirst())
                .anyMatch(body -> holds(body, producer) && holds(body, consumer));
    }

    private boolean holds(HloComputation body, int older) {
        return body.instructions().stream().anyMatch(each -> of(each.id()).contains(older));
    }

    /** The fusion pass of ours that stands for the compiler this module is of. */
    EdgeFusion target(HloModule module) {
        if (hasPass("tpu_fusion") || isTiled(module)) {
            return TpuFusion.PASS;
        }
        return hasPass("priority-fusion") || hasPass("fusion_merger")
                ? GpuInstructionFusion.PASS
                : CpuInstructionFusion.PASS;
    }

    private boolean hasPass(String name) {
        return timeline != null
                && timeline.runs().stream().anyMatch(each -> each.pass().equals(name));
    }

    /** Tiles in layouts are a sign of TPUs. */
    private static boolean isTiled(HloModule module) {
        return module.entry().instructions().stream()
                .anyMatch(each -> each.shape() instanceof Shape.Array array
                        && !array.layout().tiles().isEmpty());
    }
}
