package org.hloexplorer.app.workbench;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.pipeline.HloPassPipeline;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.PipelineText;
import org.hloexplorer.pipeline.backend.ContractionEngine;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.jspecify.annotations.Nullable;

/**
 * A program and how it is looked at, complete enough to be handed to someone else: what was typed, which passes and rules
 * are off, where every knob stands, what is to be fused and what not, and what is selected.
 *
 * @param format of the file, so that a later program can tell
 * @param name how the program is called
 * @param text the program as it was typed; wishes about fusion are among the options
 * @param pipelineText the pipeline where it is none of this program's own; null otherwise
 * @param options knobs by name, those of fusion ({@code fusion.force}, {@code fusion.never} and the limits) among them
 * @param rewriteBudget how many rewrites are made in all; null for all
 * @param step the version that is looked at
 * @param selected what is selected in it; null for nothing
 * @param contractions what computes dots and convolutions on the processor, by name; null in files of earlier programs,
 *     which generated them all
 */
public record Session(
        int format,
        String name,
        String text,
        String pipeline,
        @Nullable String pipelineText,
        List<String> disabledPasses,
        List<String> enabledOnly,
        List<String> disabledRules,
        Map<String, String> options,
        @Nullable String stopAfter,
        @Nullable Integer rewriteBudget,
        List<Integer> skippedRewrites,
        boolean verify,
        int step,
        @Nullable Place selected,
        @Nullable String contractions) {

    /** What this program writes and reads. */
    public static final int FORMAT = 1;

    /** An instruction by names, which are told apart within a version only. */
    public record Place(int version, String computation, String instruction) {

        static Optional<Place> of(@Nullable HloPath path, HloModule module) {
            var id = path == null ? null : path.instructionId();
            return path == null || id == null
                    ? Optional.empty()
                    : module.computationOf(id)
                            .map(home -> new Place(
                                    path.version(),
                                    home.name(),
                                    home.instruction(id).name()));
        }

        Optional<HloPath> in(HloModule module) {
            return module.find(computation)
                    .flatMap(home ->
                            home.find(instruction).map(found -> HloPath.toInstruction(version, home.id(), found.id())));
        }
    }

    public Session {
        disabledPasses = List.copyOf(disabledPasses);
        enabledOnly = List.copyOf(enabledOnly);
        disabledRules = List.copyOf(disabledRules);
        options = new TreeMap<>(options);
        skippedRewrites = List.copyOf(skippedRewrites);
    }

    static Session of(
            ProgramSource program,
            PipelineSettings settings,
            int step,
            @Nullable Place selected,
            ContractionEngine contractions) {
        var pipeline = settings.pipeline();
        return new Session(
                FORMAT,
                program.name(),
                program.text(),
                pipeline.name(),
                isOurs(pipeline) ? null : PipelineText.print(pipeline),
                sorted(settings.disabledPasses()),
                sorted(settings.enabledOnly()),
                sorted(settings.disabledRules()),
                settings.optionValues(),
                settings.stopAfter(),
                settings.rewriteBudget() == PipelineSettings.UNLIMITED ? null : settings.rewriteBudget(),
                new ArrayList<>(new TreeSet<>(settings.skippedRewrites())),
                settings.verify(),
                step,
                selected,
                contractions.text());
    }

    /**
     * What computes dots and convolutions.
     *
     * @throws IllegalArgumentException where there is no such thing
     */
    ContractionEngine contractionEngine() {
        return contractions == null
                ? ContractionEngine.GENERATED
                : ContractionEngine.named(contractions)
                        .orElseThrow(() -> new IllegalArgumentException(
                                "dots cannot be computed by '%s'".formatted(contractions)));
    }

    private static boolean isOurs(HloPassPipeline pipeline) {
        return Pipelines.named(pipeline.name()).filter(pipeline::equals).isPresent();
    }

    private static List<String> sorted(Iterable<String> names) {
        var sorted = new TreeSet<String>();
        names.forEach(sorted::add);
        return new ArrayList<>(sorted);
    }

    /**
     * How the pipeline is to run.
     *
     * @throws IllegalArgumentException where it names a pipeline, pass or knob that there is not
     */
    PipelineSettings settings() {
        var settings = new PipelineSettings(
                pipelineItself(),
                new HashSet<>(disabledPasses),
                new HashSet<>(enabledOnly),
                new HashSet<>(disabledRules),
                options,
                stopAfter,
                rewriteBudget == null ? PipelineSettings.UNLIMITED : rewriteBudget,
                new HashSet<>(skippedRewrites),
                verify);
        options.forEach((option, value) -> Passes.REGISTRY.option(option).check(value));
        return settings;
    }

    private HloPassPipeline pipelineItself() {
        return pipelineText == null
                ? Pipelines.named(pipeline)
                        .orElseThrow(
                                () -> new IllegalArgumentException("there is no pipeline '%s'".formatted(pipeline)))
                : PipelineText.parse(pipeline, pipelineText, Passes.REGISTRY);
    }
}
