package org.hloexplorer.visualizers.inspector;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.analysis.Cost;
import org.hloexplorer.hlo.analysis.HloCostAnalysis;
import org.hloexplorer.hlo.text.HloPrinter;
import org.hloexplorer.hlo.text.PrintOptions;
import org.hloexplorer.pipeline.BitcastReason;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.transforms.PossibleRewrites;
import org.hloexplorer.pipeline.transforms.PossibleRewrites.Verdict;
import org.hloexplorer.visualizers.EdgeSelection;
import org.hloexplorer.visualizers.Figures;
import org.hloexplorer.visualizers.Lineage;
import org.hloexplorer.visualizers.Words;
import org.hloexplorer.visualizers.inspector.Inspection.Fact;
import org.hloexplorer.visualizers.inspector.Inspection.Reason;
import org.jspecify.annotations.Nullable;

/** Finds out all that a timeline knows about an instruction or an edge. */
final class Inspector {
    private final PipelineRun timeline;
    private final Lineage lineage;
    private final EdgeReasons edges;

    Inspector(PipelineRun timeline, Lineage lineage) {
        this.timeline = timeline;
        this.lineage = lineage;
        this.edges = new EdgeReasons(timeline, lineage);
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
                reasons(module, computation, instruction),
                rules(instruction, module));
    }

    private static List<Reason> rules(HloInstruction instruction, HloModule module) {
        return PossibleRewrites.at(module, instruction.id(), Passes.REGISTRY.passes()).stream()
                .map(each -> new Reason(each.toText(), 0, each.verdict() == Verdict.APPLIES, null))
                .toList();
    }

    private List<Reason> reasons(HloModule module, HloComputation computation, HloInstruction instruction) {
        var about = new HashSet<>(lineage.within(instruction, module));
        var reasons = new ArrayList<>(Reasons.about(about, timeline));
        if (instruction.opcode() == HloOpcode.BITCAST && !isTold(instruction)) {
            reasons.addFirst(new Reason(
                    Words.say(
                            "reason.bitcast",
                            instruction.toString(),
                            BitcastReason.of(computation, instruction, Optional.empty())),
                    0,
                    true,
                    null));
        }
        return reasons;
    }

    /** Whether a pass of the timeline made it, so that its event says why. */
    private boolean isTold(HloInstruction bitcast) {
        return timeline.runs().stream()
                .flatMap(run -> run.events().stream())
                .anyMatch(event -> event instanceof PassEvent.BitcastMade made && made.bitcast() == bitcast.id());
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
                edges.reasons(edge.version(), module, producer, consumer),
                List.of());
    }
}
