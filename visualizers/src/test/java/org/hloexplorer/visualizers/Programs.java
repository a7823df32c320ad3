package org.hloexplorer.visualizers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.DotDimensions;
import org.hloexplorer.hlo.FusionKind;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.ModuleAttributes;
import org.hloexplorer.hlo.Precision;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.StackFrames;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PassStatus;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.RewriteOrdinal;
import org.hloexplorer.pipeline.fusion.FusionDecision;
import org.hloexplorer.pipeline.fusion.FusionEstimate;

/** A softmax, and what three passes make of it: small enough to know every id. */
public final class Programs {
    private Programs() {}

    public static final int MAIN = 100;
    public static final int MAX_REGION = 101;
    public static final int SUM_REGION = 102;
    public static final int FUSED = 103;

    public static final int X = 1;
    public static final int MINUS_INF = 2;
    public static final int ROW_MAX = 3;
    public static final int CLAMPED = 4;
    public static final int WIDE_MAX = 5;
    public static final int SHIFTED = 6;
    public static final int EXP = 7;
    public static final int ZERO = 8;
    public static final int ROW_SUM = 9;
    public static final int WIDE_SUM = 10;
    public static final int RESULT = 11;
    public static final int FUSION = 30;
    public static final int INNER_SUM = 33;

    private static final Shape MATRIX = Shape.array(PrimitiveType.F32, 512, 2048);
    private static final Shape ROWS = Shape.array(PrimitiveType.F32, 512);
    private static final Shape SCALAR = Shape.scalar(PrimitiveType.F32);

    /** As traced: {@code maximum(reduce_max, -inf)} is still there. */
    public static HloModule softmax() {
        return module(
                MAIN,
                region(MAX_REGION, 40, HloOpcode.MAXIMUM),
                region(SUM_REGION, 50, HloOpcode.ADD),
                new HloComputation(MAIN, "main", softmaxInstructions(true), RESULT));
    }

    /** Without {@code maximum(·, -inf)}. */
    public static HloModule simplified() {
        return softmax().withComputation(new HloComputation(MAIN, "main", softmaxInstructions(false), RESULT), 200);
    }

    private static List<HloInstruction> softmaxInstructions(boolean clamped) {
        var all = new ArrayList<HloInstruction>();
        all.add(HloInstruction.of(X, "x", new HloOp.Parameter(0), MATRIX));
        all.add(constant(MINUS_INF, "constant.1", Float.NEGATIVE_INFINITY));
        all.add(HloInstruction.of(
                ROW_MAX,
                "reduce_max.7",
                new HloOp.OverDimensions(HloOpcode.REDUCE, List.of(1), MAX_REGION),
                ROWS,
                X,
                MINUS_INF));
        if (clamped) {
            all.add(HloInstruction.of(CLAMPED, "max.3", plain(HloOpcode.MAXIMUM), ROWS, ROW_MAX, MINUS_INF));
        }
        all.add(broadcast(WIDE_MAX, "sub.6", clamped ? CLAMPED : ROW_MAX));
        all.add(HloInstruction.of(SHIFTED, "sub.7", plain(HloOpcode.SUBTRACT), MATRIX, X, WIDE_MAX));
        all.add(HloInstruction.of(EXP, "exp.1", plain(HloOpcode.EXPONENTIAL), MATRIX, SHIFTED));
        all.add(constant(ZERO, "constant.4", 0));
        all.add(HloInstruction.of(
                ROW_SUM,
                "reduce_sum.7",
                new HloOp.OverDimensions(HloOpcode.REDUCE, List.of(1), SUM_REGION),
                ROWS,
                EXP,
                ZERO));
        all.add(broadcast(WIDE_SUM, "div.6", ROW_SUM));
        all.add(HloInstruction.of(RESULT, "div.7", plain(HloOpcode.DIVIDE), MATRIX, EXP, WIDE_SUM));
        return all;
    }

    /** The last two instructions run as one. */
    public static HloModule fused() {
        var fusedComputation = new HloComputation(
                FUSED,
                "fused_computation",
                List.of(
                        HloInstruction.of(31, "param_0", new HloOp.Parameter(0), MATRIX),
                        HloInstruction.of(32, "param_1", new HloOp.Parameter(1), ROWS),
                        broadcast(INNER_SUM, "div.8", 32).withOrigins(WIDE_SUM),
                        HloInstruction.of(34, "div.9", plain(HloOpcode.DIVIDE), MATRIX, 31, INNER_SUM)
                                .withOrigins(RESULT)),
                34);
        var kept = new ArrayList<>(simplified().entry().instructions());
        kept.removeIf(each -> each.id() == WIDE_SUM || each.id() == RESULT);
        kept.add(HloInstruction.of(
                        FUSION, "fusion", new HloOp.Fusion(FusionKind.LOOP, FUSED, List.of()), MATRIX, EXP, ROW_SUM)
                .withOrigins(RESULT, WIDE_SUM));
        var base = simplified();
        var computations = new ArrayList<>(base.computations());
        computations.removeLast();
        computations.add(fusedComputation);
        computations.add(new HloComputation(MAIN, "main", kept, FUSION));
        return base.withComputations(computations, 300);
    }

    /** {@code algsimp} removed the maximum, {@code dce} had nothing to do, {@code fusion} made one fusion of two tries. */
    public static PipelineRun timeline() {
        var input = softmax();
        var simplified = simplified();
        var fused = fused();
        return new PipelineRun(
                "teaching",
                input,
                List.of(
                        new PassRun(
                                0,
                                "simplification",
                                "algsimp",
                                0,
                                PassStatus.CHANGED,
                                input,
                                simplified,
                                algsimpEvents(),
                                0,
                                Duration.ofNanos(1_250_000),
                                null),
                        new PassRun(
                                1,
                                "simplification",
                                "dce",
                                0,
                                PassStatus.UNCHANGED,
                                simplified,
                                simplified,
                                List.of(),
                                0,
                                Duration.ofNanos(90_000),
                                null),
                        new PassRun(
                                2,
                                "fusion",
                                "fusion",
                                0,
                                PassStatus.CHANGED,
                                simplified,
                                fused,
                                fusionEvents(),
                                0,
                                Duration.ofNanos(4_400_000),
                                null)),
                List.of());
    }

    private static List<PassEvent> algsimpEvents() {
        return List.of(
                new PassEvent.Rewritten(
                        new RewriteOrdinal(0, 0, 0),
                        "maximum-minus-infinity",
                        CLAMPED,
                        ROW_MAX,
                        "%max.3 = maximum(%reduce_max.7, -inf) → %reduce_max.7"),
                new PassEvent.Declined(
                        new RewriteOrdinal(0, 0, 1),
                        "divide-by-broadcast",
                        RESULT,
                        "div.7",
                        "1 / x rounds differently from a division",
                        List.of()));
    }

    private static List<PassEvent> fusionEvents() {
        return List.of(
                new PassEvent.FusionConsidered(
                        new RewriteOrdinal(2, 0, 1),
                        EXP,
                        "exp.1",
                        ROW_SUM,
                        "reduce_sum.7",
                        new FusionDecision.Forbidden(
                                FusionDecision.Obstacle.DUPLICATES_WORK,
                                "exponential would run 2 times instead of once (2 users)",
                                List.of(Quantity.count("users", 2, 1)),
                                "ShouldFuse: expensive op is reused by multiple users",
                                "users 2 → 1: then it is fused"),
                        new FusionEstimate(4096, 2048, 1.5, 1.2, "estimated for a test")),
                new PassEvent.FusionConsidered(
                        new RewriteOrdinal(2, 0, 1),
                        WIDE_SUM,
                        "div.6",
                        RESULT,
                        "div.7",
                        new FusionDecision.Allowed("the broadcast is read element by element", List.of()),
                        null),
                new PassEvent.Rewritten(
                        new RewriteOrdinal(2, 0, 1),
                        "fuse",
                        RESULT,
                        FUSION,
                        "%div.7 = divide(%exp.1, %div.6) → %fusion = fusion(%exp.1, %reduce_sum.7)"));
    }

    /** A chain of dots and additions with {@code length} links, for sizes. */
    public static HloModule chain(int length) {
        var all = new ArrayList<HloInstruction>();
        var square = Shape.array(PrimitiveType.F32, 64, 64);
        all.add(HloInstruction.of(1, "x", new HloOp.Parameter(0), square));
        for (int i = 2; i < length; i++) {
            int far = Math.max(1, i - 1 - (i * 7919) % 13);
            all.add(
                    i % 5 == 0
                            ? HloInstruction.of(i, "dot." + i, dot(), square, i - 1, far)
                            : HloInstruction.of(i, "add." + i, plain(HloOpcode.ADD), square, i - 1, far));
        }
        int main = length + 10;
        return module(main, new HloComputation(main, "main", all, length - 1));
    }

    private static HloOp dot() {
        return new HloOp.Dot(new DotDimensions(List.of(1), List.of(0), List.of(), List.of()), Precision.DEFAULT);
    }

    private static HloModule module(int entry, HloComputation... computations) {
        return new HloModule(
                "jit_softmax", ModuleAttributes.DEFAULT, StackFrames.NONE, List.of(computations), entry, 100_000);
    }

    private static HloComputation region(int id, int firstId, HloOpcode opcode) {
        return new HloComputation(
                id,
                "region_" + id,
                List.of(
                        HloInstruction.of(firstId, "a", new HloOp.Parameter(0), SCALAR),
                        HloInstruction.of(firstId + 1, "b", new HloOp.Parameter(1), SCALAR),
                        HloInstruction.of(firstId + 2, "r", plain(opcode), SCALAR, firstId, firstId + 1)),
                firstId + 2);
    }

    private static HloInstruction constant(int id, String name, float value) {
        return HloInstruction.of(id, name, new HloOp.Constant(LITERALS.get(value == 0 ? 0 : 1)), SCALAR);
    }

    /** Versions share literals, as they do where passes leave a constant alone. */
    private static final List<Literal> LITERALS =
            List.of(Literal.ofFloats(new float[] {0}), Literal.ofFloats(new float[] {Float.NEGATIVE_INFINITY}));

    private static HloInstruction broadcast(int id, String name, int operand) {
        return HloInstruction.of(id, name, new HloOp.WithDimensions(HloOpcode.BROADCAST, List.of(0)), MATRIX, operand);
    }

    private static HloOp plain(HloOpcode opcode) {
        return new HloOp.Plain(opcode);
    }
}
