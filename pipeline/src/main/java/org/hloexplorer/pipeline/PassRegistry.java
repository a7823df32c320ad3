package org.hloexplorer.pipeline;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The passes that pipelines may name, the knobs they read, and what must come before what. */
public final class PassRegistry {
    private final Map<String, HloPass> passes = new LinkedHashMap<>();
    private final Map<String, Option<?>> options = new LinkedHashMap<>();
    private final List<OrderConstraint> constraints;

    public PassRegistry(List<HloPass> passes, List<OrderConstraint> constraints) {
        this.constraints = List.copyOf(constraints);
        for (var pass : passes) {
            if (this.passes.put(pass.name(), pass) != null) {
                throw new IllegalArgumentException("two passes are called " + pass.name());
            }
            pass.options().forEach(option -> options.put(option.name(), option));
        }
    }

    public Collection<HloPass> passes() {
        return passes.values();
    }

    public Collection<Option<?>> options() {
        return options.values();
    }

    public List<OrderConstraint> constraints() {
        return constraints;
    }

    public Optional<HloPass> find(String name) {
        return Optional.ofNullable(passes.get(name));
    }

    /**
     * The pass with this name.
     *
     * @throws IllegalArgumentException where there is none, with the name that was perhaps meant
     */
    public HloPass pass(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalArgumentException(unknown("pass", name, passes.keySet().stream())));
    }

    /**
     * The knob with this name.
     *
     * @throws IllegalArgumentException where there is none, with the name that was perhaps meant
     */
    public Option<?> option(String name) {
        var option = options.get(name);
        if (option == null) {
            throw new IllegalArgumentException(unknown("option", name, options.keySet().stream()));
        }
        return option;
    }

    /**
     * A pipeline of the passes in a comma-separated list, such as a user writes.
     *
     * @throws IllegalArgumentException where it names none, or one that there is not
     */
    public HloPassPipeline pipelineOf(String list) {
        var steps = Stream.of(list.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .map(name -> PassStep.pass(pass(name).name()))
                .toArray(PipelineStep[]::new);
        if (steps.length == 0) {
            throw new IllegalArgumentException("the list '%s' names no pass".formatted(list));
        }
        return HloPassPipeline.pipeline("custom", "the passes " + list, steps);
    }

    private static String unknown(String kind, String name, Stream<String> known) {
        var similar = known.sorted(Comparator.comparingInt(each -> distance(each, name)))
                .limit(1)
                .filter(each -> distance(each, name) <= Math.max(2, name.length() / 3))
                .map(each -> ", did you mean '" + each + "'?")
                .collect(Collectors.joining());
        return "there is no %s '%s'%s".formatted(kind, name, similar);
    }

    /** Levenshtein's, with {@code -} and {@code _} alike, which XLA's names mix freely. */
    private static int distance(String left, String right) {
        var a = left.replace('_', '-');
        var b = right.replace('_', '-');
        var row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
