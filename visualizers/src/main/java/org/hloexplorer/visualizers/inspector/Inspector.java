package org.hloexplorer.visualizers.inspector;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.analysis.Cost;
import org.hloexplorer.hlo.analysis.HloCostAnalysis;
import org.hloexplorer.hlo.text.HloPrinter;
import org.hloexplorer.hlo.text.PrintOptions;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PassStatus;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.transforms.PossibleRewrites;
import org.hloexplorer.pipeline.transforms.PossibleRewrites.Verdict;
import org.hloexplorer.visualizers.EdgeSelection;
import org.hloexplorer.visualizers.Figures;
import org.hloexplorer.visualizers.FusionVerdicts;
import org.hloexplorer.visualizers.Lineage;
import org.hloexplorer.visualizers.Words;
import org.hloexplorer.visualizers.inspector.Inspection.Fact;
import org.hloexplorer.visualizers.inspector.Inspection.Reason;
import org.jspecify.annotations.Nullable;

/** Finds out all that a timeline knows about an instruction or an edge. */
final class Inspector {
    private final PipelineRun timeline;
    private final Lineage lineage;
    private final Map<Integer, FusionVerdicts> verdictsUpTo = new ConcurrentHashMap<>();

    Inspector(PipelineRun timeline, Lineage lineage) {
        this.timeline = timeline;
        this.lineage = lineage;
    }

    /** Empty where the path leads nowhere in its version. */
    Optional<Inspection> inspect(HloPath path) {
        if (path.version() >= timeline.versions() || path.instructionId() == null) {
            return Optional.empty();
        }
        var module = timeline.version(path.version());
        int id = path.instructionId();
        return module.computationOf(id).map(computation -> inspect(module, computation, computation.instruction(id)));
    }

    private Inspection inspect(HloModule module, HloComputation computation, HloInstruction instruction) {
        return new Inspection(
                instruction.op().mnemonic(),
                instruction.toString(),
                HloPrinter.printInstruction(module, computation, instruction, PrintOptions.SHORT)
                        .strip(),
                instruction.shape(),
                facts(module, computation, instruction),
                source(module, instruction),
                cost(module, instruction),
                InstructionHistory.of(timeline, instruction.id()),
                reasons(instruction, module),
                rules(instruction, module));
    }

    private static List<Reason> rules(HloInstruction instruction, HloModule module) {
        return PossibleRewrites.at(module, instruction.id(), Passes.REGISTRY.passes()).stream()
                .map(each -> new Reason(each.toText(), 0, each.verdict() == Verdict.APPLIES, null))
                .toList();
    }

    private List<Reason> reasons(HloInstruction instruction, HloModule module) {
        var about = new HashSet<>(lineage.within(instruction, module));
        return Reasons.about(about, timeline);
    }

    private static List<Fact> facts(HloModule module, HloComputation computation, HloInstruction instruction) {
        var facts = new ArrayList<Fact>();
        facts.add(fact("computation", computation.name()));
        if (computation.rootId() == instruction.id()) {
            facts.add(fact("root", Words.say("inspector.root.yes", computation.name())));
        }
        facts.add(fact("shape", instruction.shape().toString()));
        facts.add(fact("size", Figures.bytes(instruction.shape().bytes())));
        facts.add(fact("users", Integer.toString(computation.users(instruction).size())));
        if (instruction.op() instanceof HloOp.Constant) {
            facts.add(fact("value", shortened(HloPrinter.printValue(instruction))));
        }
        HloPrinter.attributes(module, computation, instruction).forEach((name, value) -> {
            if (!name.equals("metadata")) {
                facts.add(new Fact(name, shortened(value), ""));
            }
        });
        return facts;
    }

    private static String shortened(String text) {
        int most = 240;
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }

    private static List<Fact> source(HloModule module, HloInstruction instruction) {
        var metadata = instruction.annotations().metadata();
        var facts = new ArrayList<Fact>();
        add(facts, "opName", metadata.opName());
        add(facts, "opType", metadata.opType());
        if (metadata.sourceFile() != null) {
            add(facts, "place", metadata.sourceFile() + ":" + metadata.sourceLine());
        }
        module.stackFrames().stack(metadata.stackFrameId()).forEach(frame -> add(facts, "frame", frame.toString()));
        return facts;
    }

    private static void add(List<Fact> facts, String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            facts.add(fact(name, value));
        }
    }

    private static List<Fact> cost(HloModule module, HloInstruction instruction) {
        var cost = HloCostAnalysis.of(module).cost(instruction);
        if (!cost.isKnown()) {
            return List.of(new Fact(Words.say("inspector.flops"), Words.say("inspector.unknownCost"), ""));
        }
        return costFacts(cost);
    }

    private static List<Fact> costFacts(Cost cost) {
        var source = HloCostAnalysis.SOURCE;
        return List.of(
                new Fact(Words.say("inspector.flops"), Figures.count(cost.flops()), source),
                new Fact(Words.say("inspector.transcendentals"), Figures.count(cost.transcendentals()), source),
                new Fact(Words.say("inspector.bytes"), Figures.bytes(cost.bytesAccessed()), source),
                new Fact(
                        Words.say("inspector.intensity"),
                        Words.say("inspector.flopPerByte", Figures.threeDigits(cost.intensity())),
                        source));
    }

    private static Fact fact(String name, String value) {
        return new Fact(Words.say("inspector." + name), value, "");
    }

    /** Empty where the two are not in the version. */
    Optional<Inspection> inspect(EdgeSelection edge) {
        if (edge.version() >= timeline.versions()) {
            return Optional.empty();
        }
        var module = timeline.version(edge.version());
        var producer = module.findInstruction(edge.producer());
        var consumer = module.findInstruction(edge.consumer());
        return producer.isEmpty() || consumer.isEmpty()
                ? Optional.empty()
                : Optional.of(inspectEdge(edge, module, producer.get(), consumer.get()));
    }

    private Inspection inspectEdge(
            EdgeSelection edge, HloModule module, HloInstruction producer, HloInstruction consumer) {
        var facts = List.of(
                fact("producer", producer + " " + producer.op().mnemonic()),
                fact("consumer", consumer + " " + consumer.op().mnemonic()),
                fact("shape", producer.shape().toString()),
                fact("size", Figures.bytes(producer.shape().bytes())));
        return new Inspection(
                Words.say("inspector.edge"),
                Words.say("inspector.edgeOf", producer.toString(), consumer.toString()),
                "",
                producer.shape() instanceof Shape.Array ? producer.shape() : null,
                facts,
                List.of(),
                List.of(),
                List.of(),
                edgeReasons(edge, module, producer, consumer),
                List.of());
    }

    private List<Reason> edgeReasons(
            EdgeSelection edge, HloModule module, HloInstruction producer, HloInstruction consumer) {
        var verdicts = verdicts(edge.version(), module, producer, consumer);
        if (verdicts.isEmpty()) {
            return List.of(new Reason(neverConsidered(producer, consumer), 0, false, null));
        }
        return verdicts.stream().map(Reasons::of).toList();
    }

    /** What was decided up to this version; where nothing was, what later passes decide. */
    private List<FusionVerdicts.Verdict> verdicts(
            int version, HloModule module, HloInstruction producer, HloInstruction consumer) {
        var known = verdictsUpTo
                .computeIfAbsent(version, each -> FusionVerdicts.upTo(timeline, each, lineage))
                .about(producer, consumer, module);
        return known.isEmpty() ? FusionVerdicts.after(timeline, version, lineage, producer.id(), consumer.id()) : known;
    }

    /** Why nobody looked at the pair, as far as that is known. */
    private String neverConsidered(HloInstruction producer, HloInstruction consumer) {
        return Words.say("inspector.never", whyNever(producer, consumer));
    }

    private String whyNever(HloInstruction producer, HloInstruction consumer) {
        if (producer.op() instanceof HloOp.Parameter) {
            return Words.say("inspector.never.parameter", producer.toString());
        }
        if (producer.op() instanceof HloOp.GetTupleElement) {
            return Words.say("inspector.never.element", producer.toString());
        }
        switch (consumer.opcode()) {
            case TUPLE, GET_TUPLE_ELEMENT, PARAMETER, WHILE, CONDITIONAL, CALL -> {
                return Words.say("inspector.never.structure", consumer.op().mnemonic());
            }
            default -> {}
        }
        var fusions = timeline.runs().stream()
                .filter(run -> run.pass().toLowerCase(Locale.ROOT).contains("fusion"))
                .toList();
        if (fusions.isEmpty()) {
            return Words.say("inspector.never.notYet");
        }
        if (fusions.stream().allMatch(run -> run.status() == PassStatus.OFF)) {
            return Words.say("inspector.never.off", fusions.getFirst().pass());
        }
        return madeTooLate(producer)
                .or(() -> madeTooLate(consumer))
                .orElseGet(() -> Words.say(
                        "inspector.never.unseen",
                        fusions.getLast().pass(),
                        fusions.getLast().index() + 1));
    }

    /** Says which pass made an instruction, where that came after all that decide about fusion. */
    private Optional<String> madeTooLate(HloInstruction instruction) {
        var last = timeline.runs().stream()
                .filter(run -> run.events().stream().anyMatch(PassEvent.FusionConsidered.class::isInstance))
                .reduce((_, later) -> later);
        return last.flatMap(fusing -> maker(instruction)
                .filter(maker -> maker.index() > fusing.index())
                .map(maker -> Words.say(
                        "inspector.never.late",
                        instruction.toString(),
                        maker.pass(),
                        maker.index() + 1,
                        fusing.pass(),
                        fusing.index() + 1)));
    }

    private Optional<PassRun> maker(HloInstruction instruction) {
        return timeline.runs().stream()
                .filter(PassRun::isChanging)
                .filter(run -> run.before().findInstruction(instruction.id()).isEmpty()
                        && run.after().findInstruction(instruction.id()).isPresent())
                .reduce((_, later) -> later);
    }
}
