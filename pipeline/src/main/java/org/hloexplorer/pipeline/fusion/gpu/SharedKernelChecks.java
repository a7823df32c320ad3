package org.hloexplorer.pipeline.fusion.gpu;

import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.CREATES_CYCLE;
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
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.fusion.FusionDecision;
import org.hloexplorer.pipeline.fusion.FusionGraph;
import org.hloexplorer.pipeline.fusion.Reachability;

/** What XLA's multi-output fusion asks of two kernels before they become one with the results of both. */
record SharedKernelChecks(FusionGraph graph, GpuCostModel model, GpuBudget budget) {
    private static final String XLA = "MultiOutputFusion";

    /** A parameter that is read in slices is worth sharing below this size only, as slices share nothing. */
    private static final long SMALL_PARAMETER = 1024;

    /** Whether a kernel can yield more than its one result: a loop or a reduction that something uses. */
    boolean mayHaveSeveralResults(HloInstruction kernel) {
        if (graph.userCount(kernel) == 0 || graph.editor().hasControlDependencies(kernel)) {
            return false;
        }
        if (kernel.op() instanceof HloOp.Fusion fusion) {
            return fusion.kind() != FusionKind.CUSTOM
                    && fusion.kind() != FusionKind.OUTPUT
                    && isReadPieceByPiece(kernel)
                    && !model.facts(kernel).writesInPlace();
        }
        return kernel.shape() instanceof Shape.Array
                && !(kernel.op() instanceof HloOp.Constant)
                && (graph.isElementwise(kernel) || model.facts(kernel).reductions() > 0);
    }

    /** Several results are given to their users one by one; what takes them whole stands in the way. */
    private boolean isReadPieceByPiece(HloInstruction fusion) {
        return fusion.shape() instanceof Shape.Array
                || (!graph.editor().isRoot(fusion)
                        && graph.users(fusion).stream().allMatch(user -> user.opcode() == HloOpcode.GET_TUPLE_ELEMENT));
    }

    /** How the threads of a kernel are spread over elements, whatever their type. */
    private record Loop(List<Long> dimensions, Layout layout) {}

    FusionDecision siblings(HloInstruction first, HloInstruction second, Reachability reachability) {
        return haveSameShape(first, second)
                .and(() -> areIndependent(first, second, reachability))
                .and(() -> readTheSameParts(first, second))
                .and(() -> fit(first, second));
    }

    FusionDecision producer(HloInstruction producer, HloInstruction consumer, Reachability reachability) {
        return haveSameShape(producer, consumer)
                .and(() -> closesNoCycle(producer, consumer, reachability))
                .and(() -> fit(producer, consumer))
                .and(() -> budget.fitsCode(producer, consumer))
                .and(() -> isFaster(producer, consumer));
    }

    private FusionDecision haveSameShape(HloInstruction first, HloInstruction second) {
        var one = model.facts(first).loopShape();
        var other = model.facts(second).loopShape();
        return loop(first).equals(loop(second))
                ? allow("both run over %s".formatted(one))
                : forbid(
                        NOT_FUSIBLE,
                        "one runs over %s, the other over %s".formatted(one.withoutLayout(), other.withoutLayout()),
                        "ShapesCompatibleForMultiOutputFusion, different loop shapes");
    }

    /** What kernels that read the same must have in common to share a loop. */
    Object loop(HloInstruction kernel) {
        return model.facts(kernel).loopShape() instanceof Shape.Array array
                ? new Loop(array.dimensions(), array.layout())
                : new Object();
    }

    private static FusionDecision areIndependent(
            HloInstruction first, HloInstruction second, Reachability reachability) {
        return reachability.isReachable(first, second) || reachability.isReachable(second, first)
                ? forbid(
                        CREATES_CYCLE,
                        "one of %s and %s needs the other, by a way outside the kernel".formatted(first, second),
                        XLA + ", are connected")
                : allow("neither needs the other");
    }

    private FusionDecision closesNoCycle(HloInstruction producer, HloInstruction consumer, Reachability reachability) {
        for (var operand : graph.operands(consumer)) {
            if (operand.id() != producer.id() && reachability.isReachable(producer, operand)) {
                return forbid(
                        CREATES_CYCLE,
                        "%s would need its own result, by way of %s".formatted(consumer, operand),
                        XLA + ", would introduce a cycle when fused");
            }
        }
        return allow("no cycle arises");
    }

    /** Slices of one large array that do not overlap have nothing to share. */
    private FusionDecision readTheSameParts(HloInstruction first, HloInstruction second) {
        for (var operand : graph.operands(first)) {
            if (second.hasOperand(operand.id())
                    && operand.shape().bytes() >= SMALL_PARAMETER
                    && isSliced(first, operand)
                    && isSliced(second, operand)) {
                return forbid(
                        NOT_PROFITABLE,
                        "each reads its own slice of %s, so that nothing is read only once".formatted(operand),
                        XLA + ", slices are non-overlapping",
                        new Quantity("shared operand", operand.shape().bytes(), SMALL_PARAMETER - 1, "B"));
            }
        }
        return allow("they read the same elements");
    }

    private boolean isSliced(HloInstruction kernel, HloInstruction operand) {
        if (!FusionGraph.isFusion(kernel)) {
            return kernel.opcode() == HloOpcode.SLICE;
        }
        var body = graph.body(kernel);
        var parameter = body.parameter(GpuFusionChecks.operandIndex(operand, kernel));
        return body.editor().users(parameter).stream().allMatch(user -> user.opcode() == HloOpcode.SLICE);
    }

    private FusionDecision fit(HloInstruction first, HloInstruction second) {
        return budget.fitsSharedMemory(first, second)
                .and(() -> budget.fitsReductions(first, second))
                .and(() -> budget.fitsParametersOfBoth(first, second));
    }

    /** The result of the producer is still written. */
    private FusionDecision isFaster(HloInstruction producer, HloInstruction consumer) {
        double apart = model.time(producer).total() + model.time(consumer).total() + 2 * model.launchMicros();
        double fused = model.fusedTime(producer, consumer).total()
                + model.time(producer).write()
                + model.launchMicros();
        var quantity = new Quantity(GpuFusionOptions.MICROS_COMPARED, fused, apart, "µs");
        var text = String.format(
                Locale.ROOT, "one kernel with both results takes %.3g\u202fµs, two take %.3g\u202fµs", fused, apart);
        return fused <= apart
                ? allow(text, quantity)
                : forbid(NOT_PROFITABLE, text, XLA + ", will execute slower if fused", quantity);
    }
}
