package org.hloexplorer.pipeline.filecheck;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPassPipeline;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;

/** What a {@code RUN} line asks for: {@code algsimp,dce --disable-rule=add-zero --set name=value}. */
final class RunLine {
    private RunLine() {}

    static PipelineSettings parse(String line) {
        var words = line.split("\\s+");
        var settings = PipelineSettings.of(pipeline(words[0])).withVerify(true);
        for (int i = 1; i < words.length; i++) {
            settings = apply(settings, words[i]);
        }
        return settings;
    }

    private static HloPassPipeline pipeline(String word) {
        var name = word.startsWith("--pipeline=") ? word.substring("--pipeline=".length()) : "";
        return name.isEmpty()
                ? Passes.REGISTRY.pipelineOf(word)
                : Pipelines.named(name).orElseThrow(() -> new IllegalArgumentException("no pipeline '" + name + "'"));
    }

    private static PipelineSettings apply(PipelineSettings settings, String word) {
        var value = word.substring(word.indexOf('=') + 1);
        return switch (word.substring(0, word.indexOf("=")).strip()) {
            case "--disable" -> settings.withDisabledPasses(Set.of(value.split(",")));
            case "--disable-rule" -> settings.withDisabledRules(Set.of(value.split(",")));
            case "--rewrites" -> settings.withRewriteBudget(Integer.parseInt(value));
            case "--effects" -> settings.withPipeline(restricted(settings.pipeline(), value));
            case "--set" -> {
                int colon = value.indexOf(':');
                yield settings.withOption(value.substring(0, colon), value.substring(colon + 1));
            }
            default -> throw new IllegalArgumentException("RUN lines know no " + word);
        };
    }

    private static HloPassPipeline restricted(HloPassPipeline pipeline, String effects) {
        var set = EnumSet.noneOf(Effect.class);
        Arrays.stream(effects.split(",")).forEach(name -> set.add(Effect.valueOf(name.toUpperCase(Locale.ROOT))));
        return pipeline.restricted(pipeline.name(), pipeline.summary(), set);
    }
}
