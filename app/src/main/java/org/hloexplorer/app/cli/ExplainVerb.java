package org.hloexplorer.app.cli;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.hloexplorer.app.workbench.Decision;
import org.hloexplorer.app.workbench.Devices;
import org.hloexplorer.app.workbench.Dumps;
import org.hloexplorer.app.workbench.FusionOutcome;
import org.hloexplorer.app.workbench.ProgramSource;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.fusion.CanonicalFusion;
import org.hloexplorer.pipeline.fusion.FusionComparison;
import org.hloexplorer.pipeline.fusion.FusionPairs;
import org.hloexplorer.pipeline.fusion.FusionPairs.Pair;
import org.hloexplorer.pipeline.fusion.FusionRemark;
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

    private static final String NO_DECISIONS =
            "A dump holds what was done, and no decisions. Our own check can be asked "
                    + "about what a dumped pass was given: --fusion=PRODUCER,CONSUMER asks about a pair, --why=NAME about all that "
                    + "an instruction reads and that reads it; --fusions-of=OTHER compares its fusions with others.";

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
            var compared = LayoutsText.of(source.name(), pipeline.compareLayouts(module(source)));
            return give(compared, compared.lines());
        }
        var run = pipeline.run(module(source));
        if (rules != null) {
            return give(RulesLine.of(source.name(), run, rules), RulesLine.lines(run, rules));
        }
        if (other != null) {
            return compareFusions(source.name(), run.output(), output(other, module(source)));
        }
        return explain(source.name(), run);
    }

    private ExitStatus measurePair(ProgramSource source) throws BackendException, IOException {
        checkPair();
        var pair = new Pair(NamesInRun.bare(fusion.get(0)), NamesInRun.bare(fusion.get(1)));
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
            give(measured, measured.lines());
            return measured.outputsAgree() ? ExitStatus.FINE : ExitStatus.FINDING;
        }
    }

    private ExitStatus give(Object json, List<String> lines) {
        if (isJson()) {
            write(json);
        } else {
            lines.forEach(this::print);
        }
        return ExitStatus.FINE;
    }

    private void checkPair() {
        if (fusion.size() != 2) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE, "--fusion takes two names, the producer's and the consumer's.");
        }
    }

    private ExitStatus explain(String name, PipelineRun run) {
        var remarks = remarks(run);
        var wanted = Decision.of(run).stream().filter(filter(run)).toList();
        if (wanted.isEmpty()) {
            var said = instead(run);
            return give(
                    ExplanationLine.of(name, said.decisions(), remarks, said.sentences()),
                    with(said.sentences().stream(), remarks));
        }
        return give(
                ExplanationLine.of(name, wanted, remarks, List.of()), with(DecisionText.of(wanted).stream(), remarks));
    }

    private static List<String> with(Stream<String> lines, List<FusionRemark> remarks) {
        return Stream.concat(lines, remarks.stream().map(each -> "remark: " + each.sentence()))
                .toList();
    }

    /** What there is to say where no pass reported anything of the kind. */
    private PairExplanation instead(PipelineRun run) {
        if (!fusion.isEmpty()) {
            return PairExplanation.of(run, ids(run, fusion.get(0)), ids(run, fusion.get(1)));
        }
        if (run.lineage() == PipelineRun.Lineage.KNOWN) {
            return PairExplanation.sentence("No pass decided anything of this kind.");
        }
        return why == null ? PairExplanation.sentence(NO_DECISIONS) : PairExplanation.around(run, ids(run, why));
    }

    /** They are about the result as a whole, so only where nothing was singled out. */
    private List<FusionRemark> remarks(PipelineRun run) {
        return why == null && pass == null && fusion.isEmpty() ? FusionRemark.of(run.output()) : List.of();
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
        return give(FusionSetsLine.of(source, comparison), FusionSetsLine.lines(comparison));
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

    private static Set<Integer> ids(PipelineRun run, String name) {
        return new LinkedHashSet<>(NamesInRun.ids(run, name));
    }
}
