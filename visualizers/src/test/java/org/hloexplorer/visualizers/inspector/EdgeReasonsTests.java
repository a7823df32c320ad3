package org.hloexplorer.visualizers.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PassStatus;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.RewriteOrdinal;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.fusion.FusionDecision;
import org.hloexplorer.visualizers.Lineage;
import org.hloexplorer.visualizers.inspector.Inspection.Reason;
import org.junit.jupiter.api.Test;

/** What is said of edges of which nobody reported anything: of dumps, and of modules that were compiled elsewhere. */
final class EdgeReasonsTests {
    private static final String PROGRAM = """
            HloModule m

            ENTRY main {
              x = f32[64] parameter(0)
              y = f32[64,64] parameter(1)
              e = f32[64] exponential(x)
              n = f32[64] negate(e)
              r = f32[64] multiply(n, n)
              b = f32[64,64] broadcast(e), dimensions={0}
              d = f32[64,64] dot(y, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}
              ROOT t = (f32[64], f32[64,64]) tuple(r, d)
            }
            """;

    private static HloModule program() {
        return HloParser.parseOrThrow(PROGRAM);
    }

    private static HloModule fusedByUs(HloModule module) {
        return new PassRunner(Passes.REGISTRY, ModuleCheck.NONE)
                .run(module, PipelineSettings.of(Passes.REGISTRY.pipelineOf("fusion")))
                .output();
    }

    /** A dump of one step, of which there is nothing but what went in and what came out. */
    private static PipelineRun dump(HloModule before, HloModule after) {
        var step =
                new PassRun(0, "p", "fusion", 0, PassStatus.CHANGED, before, after, List.of(), 0, Duration.ZERO, null);
        return new PipelineRun("dump", before, List.of(step), List.of(), PipelineRun.Lineage.GUESSED);
    }

    private static List<String> sentences(PipelineRun run, int version, String producer, String consumer) {
        var module = run.version(version);
        var home = module.computations().stream()
                .filter(each ->
                        each.find(producer).isPresent() && each.find(consumer).isPresent())
                .findFirst()
                .orElseThrow();
        return new EdgeReasons(run, Lineage.of(run))
                        .reasons(
                                version,
                                module,
                                home.find(producer).orElseThrow(),
                                home.find(consumer).orElseThrow())
                        .stream()
                        .map(Reason::sentence)
                        .toList();
    }

    @Test
    void aStepOfADumpIsAskedAgain() {
        var before = program();
        assertThat(sentences(dump(before, fusedByUs(before)), 1, "b", "d").getFirst())
                .startsWith(
                        "XLA kept b and d apart, and so would our check: the product of two matrices is computed in "
                                + "tiles, not element by element")
                .contains("fusion of this program was asked about what XLA's pass was given (step 1)");
    }

    @Test
    void whereXlaDidAnotherThingThatIsSaid() {
        var before = program();
        assertThat(sentences(dump(before, before), 1, "n", "r").getFirst())
                .startsWith("XLA kept n and r apart; our check would fuse them: both run as one loop over f32[64]");
    }

    @Test
    void whatIsFusedIsAskedAboutToo() {
        var before = program();
        assertThat(sentences(dump(before, fusedByUs(before)), 0, "n", "r").getFirst())
                .startsWith("XLA fused n into r, and so would our check: both run as one loop");
    }

    @Test
    void itIsSaidOfTheVersionBeforeToo() {
        var before = program();
        assertThat(sentences(dump(before, fusedByUs(before)), 0, "b", "d").getFirst())
                .startsWith("XLA kept b and d apart, and so would our check");
    }

    @Test
    void aFinishedModuleIsAskedAboutAsItStands() {
        var finished = new PipelineRun("none", fusedByUs(program()), List.of(), List.of());
        assertThat(sentences(finished, 0, "b", "d").getFirst())
                .startsWith("XLA kept b and d apart, and so would our check: the product of two matrices")
                .contains("was asked about the two as they stand here");
    }

    @Test
    void aProgramThatNothingWasDoneToIsNot() {
        var unfused = new PipelineRun("none", program(), List.of(), List.of());
        assertThat(sentences(unfused, 0, "b", "d"))
                .containsExactly("Fusing these two was never considered: no pass of this pipeline fuses.");
    }

    @Test
    void aParameterIsNoQuestion() {
        var finished = new PipelineRun("none", fusedByUs(program()), List.of(), List.of());
        assertThat(sentences(finished, 0, "x", "e"))
                .containsExactly(
                        "Fusing these two was never considered: %x is a parameter, memory of the caller; there is "
                                + "nothing to fuse.");
    }

    /** The second product reads what is left of two equal fusions: the decision was about the one that is gone. */
    @Test
    void ofEqualFusionsThatBecameOneTheDecisionsAboutBothHold() {
        var module = HloParser.parseOrThrow("""
                HloModule m

                ENTRY main {
                  x = f32[64,64] parameter(0)
                  e1 = f32[64,64] exponential(x)
                  n1 = f32[64,64] negate(e1)
                  d1 = f32[64,64] dot(x, n1), lhs_contracting_dims={1}, rhs_contracting_dims={0}
                  e2 = f32[64,64] exponential(x)
                  n2 = f32[64,64] negate(e2)
                  d2 = f32[64,64] dot(n2, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}
                  ROOT t = (f32[64,64], f32[64,64]) tuple(d1, d2)
                }
                """);
        var run = new PassRunner(Passes.REGISTRY, ModuleCheck.NONE)
                .run(module, PipelineSettings.of(Passes.REGISTRY.pipelineOf("fusion,cse")));
        var entry = run.output().entry();
        var product = entry.find("d2").orElseThrow();
        var shared = entry.operand(product, 0);
        assertThat(entry.users(shared)).hasSize(2);
        assertThat(sentences(run, 2, shared.name(), "d2"))
                .singleElement()
                .asString()
                .startsWith("n2 was not fused into d2: the product of two matrices is computed in tiles");
    }

    /** A reshape that is made of an instruction and becomes it again has it for its origin, and gives its place to it. */
    @Test
    void whatWasMadeOfAnInstructionMayGiveItsPlaceToIt() {
        var before = HloParser.parseOrThrow("""
                HloModule m

                ENTRY main {
                  x = f32[64] parameter(0)
                  e = f32[64] exponential(x)
                  ROOT r = f32[64,1] reshape(e)
                }
                """);
        var exponential = before.entry().find("e").orElseThrow();
        var result = before.entry().find("r").orElseThrow();
        int id = before.nextId();
        var copy = exponential.copiedAs(id, "copy").withOrigins(exponential.id());
        var reading = result.withOperands(copy.id());
        var between = before.withComputation(
                before.entry()
                        .withInstructions(
                                List.of(before.entry().find("x").orElseThrow(), exponential, copy, reading),
                                reading.id()),
                id + 1);
        var back = new PassEvent.Rewritten(new RewriteOrdinal(2, 0, 0), "common", copy.id(), exponential.id(), "");
        var run = new PipelineRun(
                "p",
                before,
                List.of(
                        step(0, "fusion", before, before, considered("x", "e")),
                        step(1, "a", before, between),
                        step(2, "b", between, before, back)),
                List.of());

        assertThat(sentences(run, 3, "e", "r").getFirst()).contains("reported nothing about this pair");
    }

    private static PassRun step(int index, String pass, HloModule before, HloModule after, PassEvent... events) {
        return new PassRun(
                index,
                "p",
                pass,
                0,
                before.equals(after) ? PassStatus.UNCHANGED : PassStatus.CHANGED,
                before,
                after,
                List.of(events),
                0,
                Duration.ZERO,
                null);
    }

    private static PassEvent considered(String producer, String consumer) {
        return new PassEvent.FusionConsidered(
                new RewriteOrdinal(2, 0, 0), -1, producer, -2, consumer, FusionDecision.allow("a test says so"), null);
    }
}
