package org.hloexplorer.pipeline.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.HloPassFix;
import org.hloexplorer.pipeline.HloPassPipeline;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PassStep;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.PipelineStep;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each step of XLA's dumps, made by our pass from the step before it. */
@Tag("corpus")
final class DumpStepTests {
    private static final Pattern STEP = Pattern.compile(".*\\.\\d{4}\\.(.+)\\.after_(.+?)(\\.before_.+)?\\.txt");
    private static final PassRunner RUNNER = new PassRunner(Passes.REGISTRY, ModuleCheck.VERIFIER);

    private final List<String> unexplained = new ArrayList<>();
    private final Table table = new Table("program", "pipeline", "pass", "outcome");
    private int steps;
    private int identical;
    private int absent;

    @Test
    void followOneAnother() throws IOException {
        var reasons = new Reasons("dump-steps.tsv");
        for (var program : Corpus.orSkip().programs()) {
            var files = program.dumpedSteps().stream()
                    .filter(file -> !isStage(file))
                    .toList();
            for (int i = 1; i < files.size(); i++) {
                step(program, files.get(i - 1), files.get(i), reasons);
            }
        }
        table.write(
                "dump-steps.md",
                "%d of %d steps are identical (%.1f %%); %d more are of passes this program has not"
                        .formatted(identical, steps, 100.0 * identical / steps, absent));
        assertThat(unexplained).isEmpty();
        assertThat(reasons.outdated()).isEmpty();
    }

    /** XLA's copy insertion writes files of its own stages, as if it were a pipeline. */
    private static boolean isStage(Path file) {
        var name = STEP.matcher(file.getFileName().toString());
        return name.matches() && name.group(1).equals("copy-insertion");
    }

    private void step(Corpus.Program program, Path before, Path after, Reasons reasons) {
        var name = STEP.matcher(after.getFileName().toString());
        if (!name.matches() || name.group(2).startsWith("pipeline-")) {
            return;
        }
        var pipeline = name.group(1).replace('_', ' ');
        var step = stepOf(pipeline, name.group(2));
        if (step.isEmpty()) {
            absent++;
            return;
        }
        steps++;
        var theirs = Corpus.read(after);
        var ours = run(Corpus.read(before), step.get());
        boolean isAlike = Comparison.areAlike(ours, theirs);
        identical += isAlike ? 1 : 0;
        var outcome = isAlike ? "identical" : explain(program, pipeline + "/" + name.group(2), ours, theirs, reasons);
        table.row(program.name(), pipeline, name.group(2), outcome);
    }

    private String explain(Corpus.Program program, String step, HloModule ours, HloModule theirs, Reasons reasons) {
        var why = reasons.of(program.name(), step);
        if (why.equals("unexplained")) {
            unexplained.add(program.name() + " " + step);
        }
        return Comparison.difference(ours, theirs) + ": " + why;
    }

    private static HloModule run(HloModule module, PipelineStep step) {
        var settings =
                PipelineSettings.of(HloPassPipeline.pipeline("step", "", step)).withVerify(true);
        return Comparison.outcome(RUNNER.run(module, settings));
    }

    /** The pass as it is in our group of the same name, or else anywhere in our pipeline. */
    private static Optional<PipelineStep> stepOf(String group, String pass) {
        if (Passes.REGISTRY.find(pass).isEmpty()) {
            return Optional.empty();
        }
        return groups(Pipelines.CPU.name(), Pipelines.CPU.steps())
                .sorted(Comparator.comparing((Group each) -> !each.name().equals(group)))
                .flatMap(each -> each.steps().stream())
                .filter(step -> isNamed(step, pass))
                .findFirst()
                .or(() -> Optional.of(PassStep.pass(pass)));
    }

    private static boolean isNamed(PipelineStep step, String pass) {
        return switch (step) {
            case PassStep(var name, var _) -> name.equals(pass);
            case HloPassFix(var name, var _, var _) -> name.equals(pass);
            case HloPassPipeline _ -> false;
        };
    }

    private record Group(String name, List<PipelineStep> steps) {}

    private static Stream<Group> groups(String name, List<PipelineStep> steps) {
        var inside = steps.stream().flatMap(step -> switch (step) {
            case PassStep _ -> Stream.<Group>empty();
            case HloPassPipeline(var inner, var _, var all, var _) -> groups(inner, all);
            case HloPassFix(var inner, var all, var _) -> groups(inner, all);
        });
        return Stream.concat(Stream.of(new Group(name, steps)), inside);
    }
}
