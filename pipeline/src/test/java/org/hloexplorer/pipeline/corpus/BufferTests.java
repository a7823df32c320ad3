package org.hloexplorer.pipeline.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.eval.EvaluationException;
import org.hloexplorer.hlo.eval.EvaluationOptions;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.buffers.BufferAllocation.Kind;
import org.hloexplorer.pipeline.buffers.BufferAssigner;
import org.hloexplorer.pipeline.buffers.BufferAssignment;
import org.hloexplorer.pipeline.buffers.BufferDevices;
import org.hloexplorer.pipeline.buffers.BufferEvaluator;
import org.hloexplorer.pipeline.buffers.HloSchedule;
import org.hloexplorer.pipeline.buffers.MemoryUsageReport;
import org.hloexplorer.pipeline.buffers.Unexplained;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs every program in the buffers that it is assigned, and holds peaks and copies to XLA's. */
@Tag("corpus")
final class BufferTests {
    private static final PassRunner RUNNER = new PassRunner(Passes.REGISTRY, ModuleCheck.NONE);
    private static final double TOLERATED = 0.2;

    private static PipelineRun cpu(HloModule module) {
        return RUNNER.run(module, PipelineSettings.of(Pipelines.named("cpu").orElseThrow()));
    }

    @Test
    void everyProgramRunsInItsBuffers() throws IOException {
        var table = new Table("program", "copies", "XLA's copies", "total bytes", "temporary", "fragmentation", "run");
        var wrong = new ArrayList<String>();
        for (var program : Corpus.orSkip().programs()) {
            var input = program.input();
            var run = cpu(input);
            var module = run.output();
            var assignment = BufferAssigner.assign(module);
            var outcome = outcome(module, assignment);
            if (outcome.startsWith("differs")) {
                wrong.add(program.name() + ": " + outcome);
            }
            Unexplained.copies(run).forEach(copy -> wrong.add(program.name() + ": nothing says why %" + copy));
            Unexplained.bitcasts(run).forEach(cast -> wrong.add(program.name() + ": nothing says why %" + cast));
            table.row(
                    program.name(),
                    copies(module),
                    program.module("cpu_after.hlo")
                            .map(BufferTests::copies)
                            .map(String::valueOf)
                            .orElse(""),
                    assignment.totalBytes(),
                    assignment.bytes(Kind.TEMPORARY),
                    assignment.fragmentation(),
                    outcome);
        }
        table.write("buffers.md", "Programs in the buffers that they are assigned, after the pipeline cpu");
        assertThat(wrong).isEmpty();
    }

    private static String outcome(HloModule module, BufferAssignment assignment) {
        var part = DevicePart.of(module);
        if (part.isPresent()) {
            return outcomeOnDevices(part.get());
        }
        var inputs = GeneratedInputs.of(module, 1);
        var unlimited = EvaluationOptions.standard().withStepLimit(Long.MAX_VALUE);
        try (var evaluator = new BufferEvaluator(assignment, HloSchedule.asWritten(module), new Cancellation())) {
            var expected = new HloEvaluator(unlimited).evaluate(module, inputs);
            return evaluator.run(inputs).equals(expected) ? "equal to the bit" : "differs from the reference";
        } catch (EvaluationException e) {
            return "not run: " + e.getMessage();
        }
    }

    /** A program written for one of several devices: what it does there, on all of them. */
    private static String outcomeOnDevices(DevicePart part) {
        var module = part.module();
        var assignment = BufferAssigner.assign(module);
        var actual = BufferDevices.run(assignment, HloSchedule.asWritten(module), part.inputs(), new Cancellation());
        return actual.equals(part.evaluate())
                ? "equal to the bit, on each of %d simulated devices".formatted(actual.size())
                : "differs from the reference";
    }

    private static long copies(HloModule module) {
        return module.computations().stream()
                .flatMap(each -> each.instructions().stream())
                .filter(each -> each.opcode() == HloOpcode.COPY)
                .count();
    }

    @Test
    void peaksAreNearXlas() throws IOException {
        var reasons = new Reasons("peaks.tsv");
        var unexplained = new ArrayList<String>();
        var table = new Table("program", "XLA's total", "ours", "ours / XLA's", "our places for XLA's program", "why");
        for (var program : Corpus.orSkip().programs()) {
            var report = file(program, "memory-usage-report.txt");
            if (report.isEmpty()) {
                continue;
            }
            long theirs =
                    MemoryUsageReport.parse(Files.readString(report.get())).totalBytes();
            long ours = BufferAssigner.assign(cpu(program.input()).output()).totalBytes();
            var same = Corpus.read(file(program, "cpu_after_optimizations.txt").orElseThrow());
            double ratio = (double) ours / theirs;
            var why = Math.abs(ratio - 1) <= TOLERATED ? "" : reasons.of(program.name(), "peak");
            if (why.equals("unexplained")) {
                unexplained.add("%s: %d against %d".formatted(program.name(), ours, theirs));
            }
            table.row(
                    program.name(),
                    theirs,
                    ours,
                    "%.3f".formatted(ratio),
                    BufferAssigner.assign(same).totalBytes(),
                    why);
        }
        table.write("peaks.md", "Peak memory after the pipeline cpu beside XLA's memory usage reports");
        assertThat(unexplained).isEmpty();
        assertThat(reasons.outdated()).isEmpty();
    }

    private static Optional<Path> file(Corpus.Program program, String ending) throws IOException {
        var dump = program.folder().resolve("dump_cpu");
        if (!Files.isDirectory(dump)) {
            return Optional.empty();
        }
        try (var files = Files.list(dump)) {
            List<Path> found = files.filter(
                            each -> each.getFileName().toString().endsWith(ending))
                    .toList();
            return found.stream().findFirst();
        }
    }
}
