package org.hloexplorer.app.cli;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hloexplorer.app.workbench.Suggestions;
import org.hloexplorer.app.workbench.UserPipelines;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.HloPassPipeline;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassRegistry;
import org.hloexplorer.pipeline.PassRunListener;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PassStep;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.StepNames;
import org.hloexplorer.pipeline.buffers.LayoutComparison;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.hloexplorer.pipeline.dump.XlaFlags;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Which pipeline runs, and how it is changed: options that several verbs share. */
final class PipelineOptions {
    /** Stands for running the module as it is. */
    static final String NONE = "none";

    @Option(
            names = "--pipeline",
            paramLabel = "NAME",
            description =
                    "The pipeline to run: one that hlox opt --list names, or one saved by --save-pipeline. Default: teaching; for simulated TPUs under tpu and roofline: tpu.")
    private @Nullable String pipeline;

    @Option(
            names = "--verify",
            description =
                    "Check the module after each pass that changed it; a pass that breaks it fails, and is undone.")
    private boolean verify;

    private String usual = Pipelines.TEACHING.name();

    @Option(
            names = "--passes",
            paramLabel = "A,B",
            split = ",",
            description = "Run these passes, in this order, instead of a pipeline.")
    private List<String> passes = List.of();

    @Option(
            names = "--disable",
            paramLabel = "A,B",
            split = ",",
            description =
                    "Leave out these passes (dce, or dce#2 for the second of them), groups of passes or rewrite rules.")
    private List<String> disable = List.of();

    @Option(names = "--enable-only", paramLabel = "A,B", split = ",", description = "Leave out all passes but these.")
    private List<String> enableOnly = List.of();

    @Option(
            names = "--stop-after",
            paramLabel = "PASS[#N]",
            description = "End after this pass, or after the N-th of the steps that run it.")
    private @Nullable String stopAfter;

    @Option(names = "--rewrites", paramLabel = "N", description = "End after the N-th rewrite.")
    private int rewrites = PipelineSettings.UNLIMITED;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "Set a knob, such as fusion.max-instructions=64; hlox opt --list names them all.")
    private Map<String, String> set = new LinkedHashMap<>();

    /** What runs where nothing else is asked for. */
    void usually(HloPassPipeline other) {
        usual = other.name();
    }

    /** The same with another pipeline, more passes left out and other knobs; nothing where it is to stay. */
    PipelineOptions changed(@Nullable String otherPipeline, List<String> leftOut, Map<String, String> knobs) {
        var other = new PipelineOptions();
        other.pipeline = otherPipeline == null ? pipeline : otherPipeline;
        other.verify = verify;
        other.usual = usual;
        other.passes = otherPipeline == null ? passes : List.of();
        other.disable = Stream.concat(disable.stream(), leftOut.stream()).toList();
        other.enableOnly = enableOnly;
        other.stopAfter = stopAfter;
        other.rewrites = rewrites;
        other.set = new LinkedHashMap<>(set);
        other.set.putAll(knobs);
        return other;
    }

    private String name() {
        return pipeline == null ? usual : pipeline;
    }

    /** Whether anything was said of passes. */
    boolean isGiven() {
        return pipeline != null
                || Stream.of(passes, disable, enableOnly).anyMatch(names -> !names.isEmpty())
                || stopAfter != null
                || rewrites != PipelineSettings.UNLIMITED
                || verify
                || !set.isEmpty();
    }

    /** Whether the module is to run as it is. */
    boolean isNone() {
        return name().equals(NONE) && passes.isEmpty();
    }

    /** What runs, as it was asked for. */
    String text() {
        return passes.isEmpty() ? name() : String.join(",", passes);
    }

    PipelineSettings settings() {
        var registry = Passes.REGISTRY;
        try {
            var chosen = pipeline(registry);
            var steps = StepNames.of(chosen);
            var split = split(registry, steps);
            var flags = XlaFlags.parse(xlaFlags());
            return PipelineSettings.of(chosen)
                    .withDisabledPasses(united(split.passes(), disabledBy(flags, chosen)))
                    .withDisabledRules(split.rules())
                    .withEnabledOnly(united(known(registry, steps), passesOf(chosen, flags.enabledOnly())))
                    .withOptionValues(checked(registry))
                    .withStopAfter(stopAfter == null ? null : step(stopAfter, steps))
                    .withRewriteBudget(rewrites)
                    .withVerify(verify);
        } catch (IllegalArgumentException e) {
            throw new VerbException(ExitStatus.WRONG_USAGE, sentence(e), e);
        }
    }

    /** Options without their dashes, such as {@code pipeline=cpu set=fusion.max-copies=0}: those of another side. */
    static PipelineOptions parse(String text) {
        try {
            return CommandLine.populateCommand(
                    new PipelineOptions(),
                    Stream.of(text.strip().split("\\s+"))
                            .filter(each -> !each.isEmpty())
                            .map(each -> each.startsWith("--") ? each : "--" + each)
                            .toArray(String[]::new));
        } catch (CommandLine.ParameterException e) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE, "'%s' are no options of a pipeline: %s".formatted(text, sentence(e)), e);
        }
    }

    /** Runs the pipeline with a knob set otherwise. */
    PipelineRun runWith(String option, String value, HloModule module) {
        var chosen = settings().withOption(option, value);
        return checked(new PassRunner(Passes.REGISTRY, ModuleCheck.NONE).run(module, chosen), chosen);
    }

    /** The run, unless a knob names an instruction that it never had. */
    private static PipelineRun checked(PipelineRun run, PipelineSettings settings) {
        NamesInRun.fault(run, settings.optionValues()).ifPresent(fault -> {
            throw new VerbException(ExitStatus.WRONG_USAGE, fault);
        });
        return run;
    }

    /** Runs the pipeline over a module. */
    PipelineRun run(HloModule module) {
        return run(module, PassRunListener.NONE);
    }

    /** The same, with someone who is told how it gets on. */
    PipelineRun run(HloModule module, PassRunListener listener) {
        var chosen = settings();
        try {
            var runner = new PassRunner(Passes.REGISTRY, ModuleCheck.VERIFIER);
            return checked(runner.run(module, chosen, new Cancellation(), listener), chosen);
        } catch (IllegalArgumentException e) {
            throw new VerbException(ExitStatus.WRONG_USAGE, sentence(e), e);
        }
    }

    /** The module with its images in each order of memory. */
    LayoutComparison compareLayouts(HloModule module) {
        var chosen = settings();
        try {
            return LayoutComparison.of(
                    module, chosen, new PassRunner(Passes.REGISTRY, ModuleCheck.NONE), new Cancellation());
        } catch (IllegalArgumentException e) {
            throw new VerbException(ExitStatus.WRONG_USAGE, sentence(e), e);
        }
    }

    /** What users of XLA set for it; empty where it is not set. */
    static String xlaFlags() {
        var flags = System.getenv("XLA_FLAGS");
        return flags == null ? "" : flags;
    }

    private static Set<String> disabledBy(XlaFlags flags, HloPassPipeline chosen) {
        return flags.disableAll()
                ? chosen.passes().stream().map(PassStep::name).collect(Collectors.toSet())
                : passesOf(chosen, flags.disabledPasses());
    }

    /** Names that XLA knows and this pipeline has not are no mistake. */
    private static Set<String> passesOf(HloPassPipeline chosen, Set<String> names) {
        var own = chosen.passes().stream().map(PassStep::name).collect(Collectors.toSet());
        return names.stream().filter(own::contains).collect(Collectors.toSet());
    }

    private static Set<String> united(Set<String> first, Set<String> second) {
        var all = new LinkedHashSet<>(first);
        all.addAll(second);
        return all;
    }

    /** Runs another pipeline over the module, as it is. */
    PipelineRun runOther(String name, HloModule module) {
        try {
            return new PassRunner(Passes.REGISTRY, ModuleCheck.NONE).run(module, PipelineSettings.of(named(name)));
        } catch (IllegalArgumentException e) {
            throw new VerbException(ExitStatus.WRONG_USAGE, sentence(e), e);
        }
    }

    private HloPassPipeline pipeline(PassRegistry registry) {
        return passes.isEmpty() ? named(name()) : registry.pipelineOf(String.join(",", passes));
    }

    private static HloPassPipeline named(String pipeline) {
        var names = Stream.concat(Pipelines.ALL.stream().map(HloPassPipeline::name), UserPipelines.names().stream())
                .toList();
        return Pipelines.named(pipeline)
                .or(() -> UserPipelines.find(pipeline))
                .orElseThrow(
                        () -> new IllegalArgumentException("There is no pipeline '%s' in this version; there are %s.%s"
                                .formatted(
                                        pipeline, String.join(", ", names), Suggestions.didYouMean(pipeline, names))));
    }

    private record Disabled(Set<String> passes, Set<String> rules) {}

    private Disabled split(PassRegistry registry, StepNames steps) {
        var rules = registry.passes().stream()
                .map(HloPass::rules)
                .flatMap(List::stream)
                .map(RuleDescription::name)
                .toList();
        var passNames = new LinkedHashSet<String>();
        var ruleNames = new LinkedHashSet<String>();
        for (var name : disable) {
            if (rules.contains(name)) {
                ruleNames.add(name);
            } else {
                passNames.add(knownPass(registry, name, steps));
            }
        }
        return new Disabled(passNames, ruleNames);
    }

    private Set<String> known(PassRegistry registry, StepNames steps) {
        enableOnly.forEach(name -> knownPass(registry, name, steps));
        return Set.copyOf(enableOnly);
    }

    /** The name itself, where a pass or a group of this pipeline is called so, or a pass of another one. */
    private static String knownPass(PassRegistry registry, String name, StepNames steps) {
        if (!steps.contain(name)) {
            registry.pass(name.replaceFirst("#\\d+$", ""));
            if (name.contains("#")) {
                step(name, steps);
            }
        }
        return name;
    }

    private static String step(String name, StepNames steps) {
        steps.fault(name).ifPresent(fault -> {
            throw new IllegalArgumentException(fault);
        });
        return name;
    }

    private Map<String, String> checked(PassRegistry registry) {
        set.forEach((name, value) ->
                Objects.requireNonNull(registry.option(name).parse().apply(value)));
        return set;
    }

    static String sentence(Exception exception) {
        var message = String.valueOf(exception.getMessage());
        var first = message.split(" ", 2)[0];
        // Names of files, knobs and passes stay as they are written.
        var capital = first.chars().allMatch(Character::isLetter)
                ? Character.toUpperCase(message.charAt(0)) + message.substring(1)
                : message;
        return capital.endsWith(".") || capital.endsWith("?") ? capital : capital + ".";
    }
}
