package org.hloexplorer.pipeline;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Pipelines as text that people can edit: a step per line, groups indented below their name.
 *
 * <pre>
 * algsimp algsimp.layout-sensitive=true
 * fix simplification:
 *   algsimp
 *   cse
 * </pre>
 */
public final class PipelineText {
    private static final String FIX = "fix ";
    private static final String GROUP = "group ";
    private static final String EFFECTS = "effects ";
    private static final int INDENT = 2;

    private PipelineText() {}

    /** The text that {@link #parse} reads again; a leading line names the effects where some are left out. */
    public static String print(HloPassPipeline pipeline) {
        var lines = new ArrayList<String>();
        lines.add("# " + pipeline.summary());
        if (pipeline.effects().size() < Effect.values().length) {
            var names = new TreeSet<>(pipeline.effects());
            lines.add(
                    EFFECTS + String.join(",", names.stream().map(Effect::name).toList()));
        }
        addAll(pipeline.steps(), 0, lines);
        return String.join("\n", lines) + "\n";
    }

    private static void addAll(List<PipelineStep> steps, int depth, List<String> lines) {
        var indent = " ".repeat(INDENT * depth);
        for (var step : steps) {
            switch (step) {
                case PassStep pass -> lines.add(indent + text(pass));
                case HloPassPipeline group -> {
                    lines.add(indent + GROUP + group.name() + ":");
                    addAll(group.steps(), depth + 1, lines);
                }
                case HloPassFix(var name, var inner, int _) -> {
                    lines.add(indent + FIX + name + ":");
                    addAll(inner, depth + 1, lines);
                }
            }
        }
    }

    private static String text(PassStep pass) {
        var text = new StringBuilder(pass.name());
        pass.options().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(option ->
                        text.append(' ').append(option.getKey()).append('=').append(option.getValue()));
        return text.toString();
    }

    /**
     * The pipeline a text describes.
     *
     * @throws IllegalArgumentException where a line names no pass or option there is, or is indented below none
     */
    public static HloPassPipeline parse(String name, String text, PassRegistry registry) {
        var reader = new Reader(text.lines().toList(), registry);
        var effects = Set.of(Effect.values());
        if (reader.peek().startsWith(EFFECTS)) {
            effects = effects(reader.next().substring(EFFECTS.length()));
        }
        var steps = reader.steps(0);
        reader.expectEnd();
        return new HloPassPipeline(name, "saved by you", steps, effects);
    }

    private static Set<Effect> effects(String list) {
        var effects = EnumSet.noneOf(Effect.class);
        for (var name : list.split(",")) {
            effects.add(Effect.valueOf(name.strip().toUpperCase(Locale.ROOT)));
        }
        return effects;
    }

    private static final class Reader {
        private final List<String> lines;
        private final PassRegistry registry;
        private int line;

        Reader(List<String> lines, PassRegistry registry) {
            this.lines = lines;
            this.registry = registry;
            skipBlank();
        }

        String peek() {
            return line < lines.size() ? lines.get(line) : "";
        }

        String next() {
            var text = peek();
            line++;
            skipBlank();
            return text;
        }

        private void skipBlank() {
            while (line < lines.size()
                    && (lines.get(line).isBlank() || lines.get(line).strip().startsWith("#"))) {
                line++;
            }
        }

        private static int depth(String text) {
            return text.length() - text.stripLeading().length();
        }

        List<PipelineStep> steps(int depth) {
            var steps = new ArrayList<PipelineStep>();
            while (line < lines.size() && depth(peek()) == depth) {
                steps.add(step(next().strip(), depth));
            }
            return steps;
        }

        private PipelineStep step(String text, int depth) {
            boolean isFix = text.startsWith(FIX);
            if (!isFix && !text.startsWith(GROUP)) {
                return pass(text.split("\\s+"));
            }
            var name = text.substring(text.indexOf(' ') + 1).replaceFirst(":$", "");
            var inner = depth(peek()) > depth ? steps(depth(peek())) : List.<PipelineStep>of();
            return isFix
                    ? HloPassFix.fix(name, inner.toArray(PipelineStep[]::new))
                    : HloPassPipeline.group(name, inner.toArray(PipelineStep[]::new));
        }

        private PassStep pass(String... words) {
            var step = PassStep.pass(registry.pass(words[0]).name());
            for (int i = 1; i < words.length; i++) {
                int equals = words[i].indexOf('=');
                if (equals < 0) {
                    throw new IllegalArgumentException(
                            "'%s' behind %s is no option: write name=value".formatted(words[i], words[0]));
                }
                var option = registry.option(words[i].substring(0, equals));
                option.check(words[i].substring(equals + 1));
                step = step.withText(option.name(), words[i].substring(equals + 1));
            }
            return step;
        }

        void expectEnd() {
            if (line < lines.size()) {
                throw new IllegalArgumentException(
                        "line %d ('%s') is indented, but belongs to no group".formatted(line + 1, peek().strip()));
            }
        }
    }
}
