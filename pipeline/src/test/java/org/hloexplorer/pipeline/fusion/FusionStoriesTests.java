package org.hloexplorer.pipeline.fusion;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.hloexplorer.hlo.FusionKind;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.PassEvent.FusionConsidered;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.hloexplorer.pipeline.fusion.FusionDecision.Forbidden;
import org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle;
import org.hloexplorer.pipeline.transforms.PossibleRewrites;
import org.junit.jupiter.api.Test;

/** What users asked of XLA in public reports, and what is answered here; each file is named after its report. */
final class FusionStoriesTests {

    @Test
    void sumOf32CosinesIsOneKernelAsItIsOneWindow() throws IOException {
        var run = run("xla-16792-sum-cos-32", "cpu");

        assertThat(kernels(run)).hasSize(1);
        assertThat(declined(run, "split-reduction"))
                .anySatisfy(each ->
                        assertThat(each.quantities().getFirst().toString()).isEqualTo("elements 32, limit 32"));
    }

    @Test
    void sumOf33CosinesIsSplitByTreeReduction() throws IOException {
        var run = run("xla-16792-sum-cos-33", "cpu");

        assertThat(kernels(run)).hasSize(3);
        assertThat(run.runs().stream()
                        .filter(each -> each.pass().equals("tree_reduction_rewriter"))
                        .flatMap(each -> each.events().stream())
                        .filter(PassEvent.Rewritten.class::isInstance))
                .isNotEmpty();
        assertThat(refusal(run, "fusion", "k").explanation()).isEqualTo("reduce-window does not run as a loop");
    }

    @Test
    void sumOf33CosinesIsOneKernelWithALargerWindow() throws IOException {
        var settings = settings("cpu").withOption("tree_reduction_rewriter.window", "33");

        assertThat(kernels(run("xla-16792-sum-cos-33", settings))).hasSize(1);
    }

    @Test
    void theLibraryThatSumsTakesDifferenceAndSquareAndNoSlices() throws IOException {
        var module = module("jax-37465-compiled-by-xla");
        var questions = new PairQuestions(CpuInstructionFusion.PASS, module);

        for (var slice : List.of("wrapped_slice", "wrapped_slice.1")) {
            assertThat(asked(questions, module, slice, "ynn_fusion"))
                    .isInstanceOfSatisfying(Forbidden.class, refusal -> {
                        assertThat(refusal.obstacle()).isEqualTo(Obstacle.LIBRARY_CALL);
                        assertThat(refusal.explanation())
                                .isEqualTo("the code of %ynn_fusion comes from a library: the library has no slice");
                        assertThat(refusal.xlaCheck()).isEqualTo("YnnMatcher::SupportedOps");
                    });
        }
        assertThat(asked(questions, module, "d.0", "q.0"))
                .isInstanceOfSatisfying(
                        FusionDecision.Allowed.class,
                        admitted -> assertThat(admitted.explanation())
                                .isEqualTo("the library takes %d.0 (subtract) with the rest of %ynn_fusion"));
        assertThat(asked(questions, module, "q.0", "s.0").isAllowed()).isTrue();
    }

    @Test
    void whatATpuSavesIsEstimatedByItsOwnMemory() {
        var module = HloParser.parseOrThrow("""
                HloModule end
                ENTRY top {
                  a = f32[512,512] parameter(0)
                  b = f32[512,512] parameter(1)
                  d = f32[512,512] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}
                  ROOT n = f32[512,512] negate(d)
                }
                """);
        var asked = new PairQuestions(TpuFusion.PASS, module)
                .ask(instruction(module, "d"), instruction(module, "n"))
                .orElseThrow();
        var estimate = Objects.requireNonNull(asked.estimate());

        assertThat(asked.decision().isAllowed()).isTrue();
        assertThat(estimate.source()).startsWith("transfers of a v5e at 819 GB/s");
        // Both operands and the result, 1 MiB each; apart, the product is written and read again.
        assertThat(estimate.microsApart()).isEqualTo(5 * (1 << 20) / 819e3);
        assertThat(estimate.microsFused()).isEqualTo(3 * (1 << 20) / 819e3);
    }

    @Test
    void whereNoLibraryIsAskedTheSlicesAreFused() throws IOException {
        assertThat(kernels(run("jax-37465-diff-square-sum", "cpu")))
                .noneMatch(each -> each.opcode() == HloOpcode.SLICE);
    }

    private static FusionDecision asked(PairQuestions questions, HloModule module, String producer, String consumer) {
        return questions
                .ask(instruction(module, producer), instruction(module, consumer))
                .orElseThrow()
                .decision();
    }

    private static HloInstruction instruction(HloModule module, String name) {
        return module.computations().stream()
                .flatMap(each -> each.find(name).stream())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aFusionThatFusesNothingIsRemarkedOn() {
        var module = HloParser.parseOrThrow("""
                HloModule two_views
                views {
                  w = f32[2048,16000] parameter(0)
                  lo = bf16[2048,16000] convert(w)
                  same = bf16[16000,2048]{0,1} bitcast(lo)
                  ROOT both = (bf16[2048,16000], bf16[16000,2048]{0,1}) tuple(lo, same)
                }
                ENTRY top {
                  w = f32[2048,16000] parameter(0)
                  ROOT f = (bf16[2048,16000], bf16[16000,2048]{0,1}) fusion(w), kind=kLoop, calls=views
                }
                """);

        assertThat(FusionRemark.of(module)).singleElement().satisfies(remark -> {
            assertThat(remark.kind()).isEqualTo(FusionRemark.Kind.FUSES_NOTHING);
            assertThat(remark.sentence()).contains("yields 2 results of 131,072,000 bytes", "computes one thing only");
        });
    }

    @Test
    void noPipelineMakesAFusionThatFusesNothing() throws IOException {
        for (var pipeline : List.of("cpu", "gpu", "gpu-2024")) {
            assertThat(FusionRemark.of(run("xla-5179-useless-multi-output-fusion", pipeline)
                            .output()))
                    .noneMatch(remark -> remark.kind() == FusionRemark.Kind.FUSES_NOTHING);
        }
    }

    @Test
    void aLongPrologueInATransposeIsWeighedInTime() throws IOException {
        var fused = decisions(run("xla-27475-transpose-prologue-fusion", "gpu"), "priority-fusion").stream()
                .filter(each -> each.consumerName().contains("transpose"))
                .filter(each -> each.decision().isAllowed())
                .toList();

        assertThat(fused).isNotEmpty().allSatisfy(each -> {
            var estimate = Objects.requireNonNull(each.estimate());
            assertThat(estimate.microsFused()).isLessThan(estimate.microsApart());
            assertThat(estimate.source()).isEqualTo("estimated for the H100");
        });
    }

    @Test
    void theOuterProductOfAReductionIsStoredOnTheCpuAndNotOnTheGpu() throws IOException {
        long matrix = 2048L * 2048 * 4;

        assertThat(largestStored(run("xla-49131-outer-reduce", "cpu"))).isEqualTo(matrix);
        assertThat(largestStored(run("xla-49131-outer-reduce", "gpu"))).isEqualTo(2048L * 4);
        var refusal = refusal(run("xla-49131-outer-reduce", "cpu"), "fusion", "t");
        assertThat(refusal.obstacle()).isEqualTo(Obstacle.NOT_FUSIBLE);
    }

    @Test
    void aSkinnyProductIsOneKernelEitherWay() throws IOException {
        for (var pipeline : List.of("cpu", "gpu")) {
            assertThat(kernels(run("jax-33004-skinny-broadcast", pipeline))).hasSize(1);
            assertThat(kernels(run("jax-33004-skinny-matmul", pipeline))).hasSize(1);
        }
        assertThat(kernels(run("jax-33004-skinny-broadcast", "cpu")).getFirst().op())
                .isInstanceOf(HloOp.Fusion.class);
        assertThat(kernels(run("jax-33004-skinny-matmul", "cpu")).getFirst().op())
                .isInstanceOf(HloOp.Dot.class);
    }

    @Test
    void aRewriteThatXlaMissesIsAmongThosePossible() throws IOException {
        var module = module("xla-13450-window-then-slice");
        int slice = module.entry().rootId();

        assertThat(PossibleRewrites.at(module, slice, Passes.REGISTRY.passes())).anySatisfy(possible -> {
            assertThat(possible.pass()).isEqualTo("missed-rewrites");
            assertThat(possible.rule()).isEqualTo("last-window");
            assertThat(possible.verdict()).isEqualTo(PossibleRewrites.Verdict.APPLIES);
        });
        assertThat(run("xla-13450-window-then-slice", "cpu").output().entry().instructions())
                .noneMatch(each -> each.opcode() == HloOpcode.REDUCE);
    }

    @Test
    void slicesOfASquaredDifferenceAreFusedByTheCpusRules() throws IOException {
        var run = run("jax-37465-diff-square-sum", "cpu");

        assertThat(decisions(run, "fusion").stream()
                        .filter(each -> List.of("hi", "lo").contains(each.producerName())))
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.decision().isAllowed()).isTrue());
    }

    @Test
    void aTpuEndsAProductWithTheAdditionThatFollows() {
        var module = HloParser.parseOrThrow("""
                HloModule m
                ENTRY main {
                  x = f32[8,16] parameter(0)
                  w = f32[16,8] parameter(1)
                  y = f32[8,8] parameter(2)
                  d = f32[8,8] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
                  ROOT s = f32[8,8] add(d, y)
                }""");
        var run = new PassRunner(Passes.REGISTRY, ModuleCheck.NONE).run(module, settings("tpu"));

        assertThat(run.output().entry().root().op())
                .isInstanceOfSatisfying(
                        HloOp.Fusion.class, fusion -> assertThat(fusion.kind()).isEqualTo(FusionKind.OUTPUT));
        assertThat(decisions(run, "tpu_fusion").stream()
                        .filter(each -> each.decision().isAllowed()))
                .isNotEmpty()
                .anySatisfy(each -> assertThat(each.decision())
                        .isInstanceOfSatisfying(
                                FusionDecision.Allowed.class,
                                allowed -> assertThat(allowed.explanation())
                                        .contains("on their way from the array to memory")));
    }

    private static HloModule module(String story) throws IOException {
        try (var stream = Objects.requireNonNull(
                FusionStoriesTests.class.getResourceAsStream("/stories/" + story + ".hlo"), story)) {
            return HloParser.parseOrThrow(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private static PipelineSettings settings(String pipeline) {
        return PipelineSettings.of(Pipelines.named(pipeline).orElseThrow());
    }

    private static PipelineRun run(String story, String pipeline) throws IOException {
        return run(story, settings(pipeline));
    }

    private static PipelineRun run(String story, PipelineSettings settings) throws IOException {
        return new PassRunner(Passes.REGISTRY, ModuleCheck.NONE).run(module(story), settings);
    }

    private static List<FusionConsidered> decisions(PipelineRun run, String pass) {
        return run.runs().stream()
                .filter(each -> each.pass().equals(pass))
                .flatMap(each -> each.events().stream())
                .filter(FusionConsidered.class::isInstance)
                .map(FusionConsidered.class::cast)
                .toList();
    }

    private static List<PassEvent.Declined> declined(PipelineRun run, String rule) {
        return run.runs().stream()
                .flatMap(each -> each.events().stream())
                .filter(PassEvent.Declined.class::isInstance)
                .map(PassEvent.Declined.class::cast)
                .filter(each -> each.rule().equals(rule))
                .toList();
    }

    private static Forbidden refusal(PipelineRun run, String pass, String producer) {
        return decisions(run, pass).stream()
                .filter(each -> each.producerName().equals(producer))
                .map(FusionConsidered::decision)
                .filter(Forbidden.class::isInstance)
                .map(Forbidden.class::cast)
                .findFirst()
                .orElseThrow();
    }

    /** What does work of its own in the entry computation. */
    private static List<HloInstruction> kernels(PipelineRun run) {
        return run.output().entry().instructions().stream()
                .filter(each -> switch (each.opcode()) {
                    case PARAMETER, CONSTANT, BITCAST, TUPLE, GET_TUPLE_ELEMENT -> false;
                    default -> true;
                })
                .toList();
    }

    private static long largestStored(PipelineRun run) {
        return kernels(run).stream()
                .mapToLong(each -> each.shape().bytes())
                .max()
                .orElseThrow();
    }
}
