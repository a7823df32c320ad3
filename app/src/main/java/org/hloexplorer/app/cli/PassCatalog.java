package org.hloexplorer.app.cli;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPassPipeline;
import org.hloexplorer.pipeline.PassStep;
import org.hloexplorer.pipeline.catalog.Gap;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;

/** What {@code hlox opt --list} lists. */
record PassCatalog(List<Pass> passes, List<Rule> rules, List<Pipeline> pipelines, List<Knob> knobs) {

    /** A pass. */
    record Pass(String name, String summary) {}

    /** A rewrite rule; {@code changesValues} holds where results change for some inputs. */
    record Rule(String name, String pass, String algebra, String effect, boolean changesValues) {}

    /** A pipeline with its passes in order. */
    record Pipeline(String name, String summary, List<String> passes, List<Missing> gaps) {
        static Pipeline of(HloPassPipeline pipeline) {
            return new Pipeline(
                    pipeline.name(),
                    pipeline.summary(),
                    pipeline.passes().stream().map(PassStep::name).toList(),
                    Gap.ALL.stream()
                            .filter(gap -> gap.pipeline().equals(pipeline.name()))
                            .map(gap -> new Missing(gap.pass(), gap.reason()))
                            .toList());
        }
    }

    /** A pass that XLA's pipeline of this name has, and why ours has not. */
    record Missing(String pass, String reason) {}

    /** A knob. */
    record Knob(String name, @JsonProperty("default") String defaultValue, String summary) {}

    static PassCatalog load() {
        var registry = Passes.REGISTRY;
        var passes = new ArrayList<Pass>();
        var rules = new ArrayList<Rule>();
        for (var pass : registry.passes()) {
            passes.add(new Pass(pass.name(), pass.summary()));
            for (var rule : pass.rules()) {
                rules.add(new Rule(
                        rule.name(),
                        pass.name(),
                        rule.algebra(),
                        rule.effect().name().toLowerCase(Locale.ROOT),
                        rule.effect() != Effect.EXACT));
            }
        }
        var knobs = registry.options().stream()
                .map(option -> new Knob(option.name(), String.valueOf(option.defaultValue()), option.summary()))
                .toList();
        return new PassCatalog(
                passes, rules, Pipelines.ALL.stream().map(Pipeline::of).toList(), knobs);
    }

    String toText() {
        var text = new StringBuilder();
        text.append("Passes (%d)\n".formatted(passes.size()));
        passes.forEach(pass -> text.append("  %-18s  %s%n".formatted(pass.name(), pass.summary())));
        text.append("\nRules (%d)\n".formatted(rules.size()));
        rules.forEach(rule -> text.append("  %-18s  %-40s  %s%s%n"
                .formatted(
                        rule.pass(), rule.name(), rule.algebra(), rule.changesValues() ? "  ≈ " + rule.effect() : "")));
        text.append("\nPipelines\n");
        pipelines.forEach(each -> text.append(
                "  %-18s  %s: %s%n".formatted(each.name(), each.summary(), String.join(", ", each.passes()))));
        text.append("\nNot in these pipelines\n");
        pipelines.forEach(each -> each.gaps()
                .forEach(gap -> text.append("  %-10s  %-30s  %s%n".formatted(each.name(), gap.pass(), gap.reason()))));
        text.append("\nKnobs\n");
        knobs.forEach(knob ->
                text.append("  %-40s  %s (default %s)%n".formatted(knob.name(), knob.summary(), knob.defaultValue())));
        return text.toString();
    }
}
