package org.hloexplorer.app.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.hloexplorer.app.workbench.Decision;
import org.hloexplorer.app.workbench.Devices;
import org.hloexplorer.app.workbench.Dumps;
import org.hloexplorer.app.workbench.FusionOutcome;
import org.hloexplorer.app.workbench.ProgramSource;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.app.workbench.Suggestions;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.fusion.CanonicalFusion;
import org.hloexplorer.pipeline.fusion.FusionComparison;
import org.hloexplorer.pipeline.fusion.FusionEstimate;
import org.hloexplorer.pipeline.fusion.FusionPairs;
import org.hloexplorer.pipeline.fusion.FusionPairs.Pair;
import org.hloexplorer.pipeline.fusion.FusionRemark;
import org.hloexplorer.pipeline.transforms.PossibleRewrites;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hlox explain}: why a program was compiled as it was. */
@Command(
        name = "explain",
        description = {
            "Runs a pipeline and prints what its passes decided and why: rewrites, fusions, refusals with the numbers "
                    + "compared.",
            "Without a filter, all decisions are printed in order."
        },
        footer = {
            "%nJSON: decisions[{pass, pass_run, kind, rule, producer, consumer, verdict, obstacle, reason, "
                    + "quantities[{name, value, limit, unit}], flip, "
                    + "estimate{bytesApart, bytesFused, microsApart, microsFused, source}}], sentences[] of --fusion where "
                    + "no pass reported anything, as in a dump.",
            "%nJSON of --measure: as hlox bench --beside has it.",
            "%nJSON of --rules: instruction, version, rules[{pass, rule, algebra, verdict (applies|shadowed|refused), reason}].",
            "%nJSON of --layouts: layouts[{convolution, copies, bytesMoved, padding, images[{convolution, input, layout, "
                    + "featureStride, columnStride, padding}]}], source.",
            "%nkind is rewrite, fusion, layout or copy; verdict is made or declined; flip is what would turn a refusal."
        })
final class ExplainVerb extends Verb {

    @Parameters(paramLabel = "FILE", arity = "1", description = "HLO text, sample:NAME, or - for standard input.")
    private String file = "";

    @Mixin
    private PipelineOptions pipeline = new PipelineOptions();

    @Option(names = "--why", paramLabel = "NAME", description = "Only what concerns the instruction with this name.")
    private @Nullable String why;

    @Option(
            names = "--fusion",
            paramLabel = "PRODUCER,CONSUMER",
            split = ",",
            description = "Only whether these two were fused.")
    private List<String> fusion = List.of();

    @Option(
            names = "--measure",
            description =
                    "With --fusion: compile with the two fused, and with the two kept apart, and say what that is "
                            + "estimated to cost and what it costs on the CPU.")
    private boolean measure;

    @Option(names = "--pass", paramLabel = "P", description = "Only decisions of this pass.")
    private @Nullable String pass;

    @Option(names = "--declined", description = "Only what was left alone.")
    private boolean declined;

    @Option(
            names = "--fusions-of",
            paramLabel = "OTHER",
            description =
                    "Instead, how the fusions differ from those of OTHER: lost, gained, grown, shrunk. OTHER is another "
                            + "pipeline, a dump folder, or a file; a file without fusions goes through the same pipeline.")
    private @Nullable String other;

    @Option(
            names = "--rules",
            paramLabel = "NAME",
            description = "Instead, which rules could apply to the instruction with this name, which one comes before "
                    + "another, and which conditions refuse; in the first version of the module that has it.")
    private @Nullable String rules;

    @Option(
            names = "--layouts",
            description =
                    "Instead, what the program costs with the images of its convolutions as NCHW, as NHWC and as they "
                            + "are written: bytes moved, strides, padding. --set layout.convolution=nchw chooses one.")
    private boolean layouts;

    /** A rule that could apply, as JSON. */
    record PossibleRule(String pass, String rule, String algebra, String verdict, String reason) {
        static PossibleRule of(PossibleRewrites.Possible possible) {
            return new PossibleRule(
                    possible.pass(),
                    possible.rule(),
                    possible.algebra(),
                    possible.verdict().name().toLowerCase(Locale.ROOT),
                    possible.reason());
        }
    }

    /** The line that is written for {@code --rules}. */
    record Rules(String file, String instruction, int version, List<PossibleRule> rules) {}

    /** A number that was compared, as JSON. */
    record ComparedNumber(String name, double value, double limit, String unit) {
        static ComparedNumber of(Quantity quantity) {
            return new ComparedNumber(quantity.name(), quantity.value(), quantity.limit(), quantity.unit());
        }
    }

    /** A decision as JSON. */
    record Explained(
            String pass,
            int passRun,
            String kind,
            @Nullable String rule,
            @Nullable String producer,
            @Nullable String consumer,
            String verdict,
            @Nullable String obstacle,
            String reason,
            List<ComparedNumber> quantities,
            @Nullable String flip,
            @Nullable FusionEstimate estimate) {
        static Explained of(Decision decision) {
            return new Explained(
                    decision.pass(),
                    decision.passRun(),
                    decision.kind(),
                    decision.rule(),
                    decision.producer(),
                    decision.consumer(),
                    decision.verdict(),
                    decision.obstacle(),
                    decision.reason(),
                    decision.quantities().stream().map(ComparedNumber::of).toList(),
                    decision.flip(),
                    decision.estimate());
        }
    }

    /** The line that is written. */
    record Explanation(String file, List<Explained> decisions, List<FusionRemark> remarks, List<String> sentences) {}

    /** The line that is written for {@code --fusions-of}. */
    record FusionDifferences(
            String file, int same, List<String> lost, List<String> gained, List<String> grown, List<String> shrunk) {}

    ExplainVerb(Terminal terminal, Sources sources) {
        super(terminal, sources);
    }

    @Override
    ExitStatus perform() throws BackendException, IOException {
        if (measure) {
            return measurePair(read(file));
        }
        if (Dumps.isOne(file)) {
            var dumped = DumpReading.timeline(file);
            return other == null
                    ? explain(file, dumped)
                    : compareFusions(file, dumped.output(), output(other, dumped.input()));
        }
        var source = read(file);
        if (layouts) {
            return compareLayouts(LayoutsText.of(source.name(), pipeline.compareLayouts(module(source))));
        }
        var run = pipeline.run(module(source));
        if (rules != null) {
            return possibleRules(source.name(), run, rules);
        }
        if (other != null) {
            return compareFusions(source.name(), run.output(), output(other, module(source)));
        }
        return explain(source.name(), run);
    }

    private ExitStatus measurePair(ProgramSource source) throws BackendException, IOException {
        checkPair();
        var pair = new Pair(bare(fusion.get(0)), bare(fusion.get(1)));
        var apart = pipeline.runWith(FusionPairs.NEVER.name(), pair.toString(), module(source));
        var fused = pipeline.runWith(FusionPairs.FORCED.name(), pair.toString(), module(source));
        var refusal = new FusionOutcome(fused).refusal(pair);
        if (refusal.isPresent()) {
            print(refusal.get());
            return ExitStatus.FINDING;
        }
        try (var devices = new Devices()) {
            var measured = Beside.measure(
                    source.name(),
                    new Beside.Compiled("kept apart", apart.output()),
                    new Beside.Compiled("fused", fused.output()),
                    devices.cpuKernelByKernel());
            if (isJson()) {
                write(measured);
            } else {
                measured.lines().forEach(this::print);
            }
            return measured.outputsAgree() ? ExitStatus.FINE : ExitStatus.FINDING;
        }
    }

    private static String bare(String name) {
        return name.startsWith("%") ? name.substring(1) : name;
    }

    private void checkPair() {
        if (fusion.size() != 2) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE, "--fusion takes two names, the producer's and the consumer's.");
        }
    }

    private ExitStatus explain(String name, PipelineRun run) {
        var wanted = Decision.of(run).stream().filter(filter(run)).toList();
        if (wanted.isEmpty() && !fusion.isEmpty()) {
            return explainPair(name, run);
        }
        if (isJson()) {
            write(new Explanation(name, wanted.stream().map(Explained::of).toList(), remarks(run), List.of()));
        } else if (wanted.isEmpty()) {
            print("No pass decided anything of this kind.");
        } else {
            wanted.forEach(each -> print(DecisionText.of(each)));
            remarks(run).forEach(each -> print("remark: " + each.sentence()));
        }
        return ExitStatus.FINE;
    }

    /** Of a pair about which no pass reported anything, as in a dump: what our own check says, or why there is nothing to say. */
    private ExitStatus explainPair(String name, PipelineRun run) {
        var pair =
                PairExplanation.of(run, new HashSet<>(ids(run, fusion.get(0))), new HashSet<>(ids(run, fusion.get(1))));
        if (isJson()) {
            write(new Explanation(
                    name, pair.decisions().stream().map(Explained::of).toList(), List.of(), pair.sentences()));
        } else {
            pair.sentences().forEach(this::print);
        }
        return ExitStatus.FINE;
    }

    /** They are about the result as a whole, so only where nothing was singled out. */
    private List<FusionRemark> remarks(PipelineRun run) {
        return why == null && pass == null && fusion.isEmpty() ? FusionRemark.of(run.output()) : List.of();
    }

    private ExitStatus compareLayouts(LayoutsText text) {
        if (isJson()) {
            write(text);
        } else {
            text.lines().forEach(this::print);
        }
        return ExitStatus.FINE;
    }

    private ExitStatus possibleRules(String source, PipelineRun run, String name) {
        int id = ids(run, name).getFirst();
        int version = 0;
        while (run.version(version).computationOf(id).isEmpty()) {
            version++;
        }
        var found = PossibleRewrites.at(run.version(version), id, Passes.REGISTRY.passes());
        if (isJson()) {
            write(new Rules(
                    source, name, version, found.stream().map(PossibleRule::of).toList()));
        } else if (found.isEmpty()) {
            print("The pattern of no rule fits %s.".formatted(name));
        } else {
            found.forEach(each -> print(each.toText()));
        }
        return ExitStatus.FINE;
    }

    /** What comes out on the other side: of a dump or a file that is named, or of another pipeline over this program. */
    private HloModule output(String named, HloModule input) {
        if (Dumps.isOne(named)) {
            return DumpReading.timeline(named).output();
        }
        if (!sources().exists(named)) {
            return pipeline.runOther(named, input).output();
        }
        var given = module(read(named));
        return CanonicalFusion.allOf(given).isEmpty() ? pipeline.run(given).output() : given;
    }

    private ExitStatus compareFusions(String source, HloModule left, HloModule right) {
        var comparison = FusionComparison.of(left, right);
        if (isJson()) {
            write(new FusionDifferences(
                    source,
                    comparison.same(),
                    names(comparison.lost()),
                    names(comparison.gained()),
                    comparison.grown().stream()
                            .map(FusionComparison.Change::toText)
                            .toList(),
                    comparison.shrunk().stream()
                            .map(FusionComparison.Change::toText)
                            .toList()));
            return ExitStatus.FINE;
        }
        print("%d fusions compute the same in both.".formatted(comparison.same()));
        comparison.lost().forEach(each -> print("lost: %%%s of %s".formatted(each.name(), each.members())));
        comparison.gained().forEach(each -> print("gained: %%%s of %s".formatted(each.name(), each.members())));
        comparison.grown().forEach(each -> print("grown: " + each.toText()));
        comparison.shrunk().forEach(each -> print("shrunk: " + each.toText()));
        return ExitStatus.FINE;
    }

    private static List<String> names(List<CanonicalFusion> fusions) {
        return fusions.stream().map(CanonicalFusion::name).toList();
    }

    private Predicate<Decision> filter(PipelineRun run) {
        Predicate<Decision> filter = _ -> true;
        if (pass != null) {
            checkPass(pass);
            filter = filter.and(each -> each.pass().equals(pass));
        }
        if (declined) {
            filter = filter.and(Decision::isDeclined);
        }
        if (why != null) {
            var ids = ids(run, why);
            filter = filter.and(each -> each.instructions().stream().anyMatch(ids::contains));
        }
        return fusion.isEmpty() ? filter : filter.and(fusionFilter(run));
    }

    private Predicate<Decision> fusionFilter(PipelineRun run) {
        checkPair();
        var producers = ids(run, fusion.get(0));
        var consumers = ids(run, fusion.get(1));
        return each -> each.kind().equals(Decision.FUSION)
                && producers.contains(each.instructions().get(0))
                && consumers.contains(each.instructions().get(1));
    }

    private static void checkPass(String name) {
        try {
            Passes.REGISTRY.pass(name);
        } catch (IllegalArgumentException e) {
            throw new VerbException(ExitStatus.WRONG_USAGE, PipelineOptions.sentence(e), e);
        }
    }

    /** The ids that a name had in any version: names are given again where an instruction is gone. */
    private static List<Integer> ids(PipelineRun run, String given) {
        var name = bare(given);
        var ids = new ArrayList<Integer>();
        var names = new TreeSet<String>();
        for (int version = 0; version < run.versions(); version++) {
            for (var computation : run.version(version).computations()) {
                computation.instructions().stream().map(HloInstruction::name).forEach(names::add);
                computation.find(name).map(HloInstruction::id).ifPresent(ids::add);
            }
        }
        if (ids.isEmpty()) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE,
                    "No version of the module has an instruction named '%s'.%s"
                            .formatted(name, Suggestions.didYouMean(name, names)));
        }
        return ids;
    }
}
