package org.hloexplorer.visualizers.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.fusion.KernelComputations;
import org.hloexplorer.visualizers.Figures;
import org.hloexplorer.visualizers.Words;
import org.hloexplorer.visualizers.graph.GraphSubject.Side;
import org.jspecify.annotations.Nullable;

/** Makes the picture of one computation, with the boxes that are open. */
final class VisualGraphBuilder {
    private final GraphSubject subject;
    private final Openness openness;
    private final Cancellation cancellation;
    private final VisualGraph graph;
    private final Set<Integer> levelsOfKernels;

    /** One instruction in the picture, and the version of the module it is taken from. */
    private record Drawn(HloInstruction instruction, HloComputation computation, HloModule module) {}

    private VisualGraphBuilder(GraphSubject subject, Openness openness, Cancellation cancellation) {
        this.subject = subject;
        this.openness = openness;
        this.cancellation = cancellation;
        this.graph = new VisualGraph(subject.module().name());
        this.levelsOfKernels = versions()
                .flatMap(module -> KernelComputations.of(module).stream())
                .map(HloComputation::id)
                .collect(Collectors.toSet());
    }

    static VisualGraph build(GraphSubject subject, int computationId, Openness openness, Cancellation cancellation) {
        var builder = new VisualGraphBuilder(subject, openness, cancellation);
        builder.addLevel(computationId, null, false, "");
        return builder.graph;
    }

    private void addLevel(int computationId, @Nullable String parent, boolean insideDifference, String caption) {
        var drawn = drawn(computationId);
        for (var each : drawn.values()) {
            cancellation.check();
            if (!isWrittenInUsers(each)) {
                addNode(each, parent, insideDifference, caption);
            }
        }
        for (var each : drawn.values()) {
            cancellation.check();
            addEdges(each, drawn, parent, insideDifference);
        }
    }

    /** The instructions of the computation by id: of both versions in a union, the newer version's first. */
    private Map<Integer, Drawn> drawn(int computationId) {
        var all = new LinkedHashMap<Integer, Drawn>();
        versions()
                .forEach(module -> module.find(computationId)
                        .ifPresent(computation -> computation
                                .instructions()
                                .forEach(each -> all.putIfAbsent(each.id(), new Drawn(each, computation, module)))));
        return all;
    }

    private Stream<HloModule> versions() {
        var difference = subject.difference();
        return difference != null && subject.side() == Side.UNION
                ? Stream.of(difference.after(), difference.before())
                : Stream.of(subject.module());
    }

    /** Small constants are, as long as they have users and are not the result. */
    private boolean isWrittenInUsers(Drawn drawn) {
        return drawn.computation().rootId() != drawn.instruction().id()
                && !drawn.computation().users(drawn.instruction()).isEmpty()
                && LiteralText.brief(drawn.instruction()).isPresent();
    }

    private void addNode(Drawn drawn, @Nullable String parent, boolean insideDifference, String caption) {
        var instruction = drawn.instruction();
        var key = key(parent, instruction.id());
        var state = insideDifference ? DifferenceState.NONE : state(drawn);
        boolean canOpen = canOpen(instruction, drawn.module());
        boolean isOpen = canOpen && openness.isOpen(instruction, drawn.module());
        var text = NodeText.of(instruction, drawn.computation(), drawn.module());
        graph.add(new VisualNode(
                key,
                parent,
                drawn.computation().id(),
                instruction.id(),
                shows(drawn),
                NodeKind.of(instruction),
                caption.isEmpty()
                        ? text
                        : new NodeText(text.title(), text.operands(), text.name() + " · " + caption, text.shape()),
                state,
                state == DifferenceState.NONE ? List.of() : notes(drawn),
                state == DifferenceState.CHANGED && isShapeChanged(drawn),
                drawn.computation().rootId() == instruction.id(),
                canOpen,
                isOpen,
                parent != null && instruction.op() instanceof HloOp.Parameter,
                isOpen ? title(drawn) : ""));
        if (isOpen) {
            addBodies(
                    drawn, key, insideDifference || state == DifferenceState.ADDED || state == DifferenceState.REMOVED);
        }
    }

    private void addBodies(Drawn drawn, String key, boolean insideDifference) {
        var called = drawn.instruction().calledComputations();
        for (int id : called) {
            addLevel(id, key, insideDifference, called.size() == 1 ? "" : name(id, drawn.module()));
        }
    }

    private static String name(int computationId, HloModule module) {
        return module.find(computationId).map(HloComputation::name).orElse("?");
    }

    private static List<Integer> shows(Drawn drawn) {
        var shows = new ArrayList<Integer>(List.of(drawn.instruction().id()));
        for (int id : drawn.instruction().operandIds()) {
            drawn.computation()
                    .find(id)
                    .filter(operand -> LiteralText.brief(operand).isPresent())
                    .ifPresent(operand -> shows.add(operand.id()));
        }
        return shows;
    }

    static boolean canOpen(HloInstruction instruction, HloModule module) {
        return instruction.calledComputations().stream()
                .flatMap(id -> module.find(id).stream())
                .anyMatch(computation ->
                        instruction.op() instanceof HloOp.Fusion || !DistinguishingAttribute.isTrivial(computation));
    }

    /** Such as {@code fusion.3 · loop · 4 ops · 12 MB saved}: what no longer goes through memory, written and read. */
    private static String title(Drawn drawn) {
        var instruction = drawn.instruction();
        var bodies = drawn.module().called(instruction);
        long operations = bodies.stream()
                .flatMap(body -> body.instructions().stream())
                .filter(each -> !(each.op() instanceof HloOp.Parameter) && !(each.op() instanceof HloOp.Constant))
                .count();
        var attribute = DistinguishingAttribute.of(instruction, drawn.module());
        if (!(instruction.op() instanceof HloOp.Fusion)) {
            return Words.say("graph.box", instruction.name(), attribute, Long.toString(operations));
        }
        long saved =
                bodies.stream().mapToLong(VisualGraphBuilder::bytesKeptInside).sum();
        return Words.say(
                "graph.fusion", instruction.name(), attribute, Long.toString(operations), Figures.bytes(saved));
    }

    private static long bytesKeptInside(HloComputation body) {
        long bytes = 0;
        for (var each : body.instructions()) {
            boolean stays = each.id() != body.rootId()
                    && !(each.op() instanceof HloOp.Parameter)
                    && !(each.op() instanceof HloOp.Constant);
            bytes += stays ? each.shape().bytes() * (1 + body.users(each).size()) : 0;
        }
        return bytes;
    }

    private void addEdges(Drawn drawn, Map<Integer, Drawn> level, @Nullable String parent, boolean insideDifference) {
        var consumer = drawn.instruction();
        var operands = new LinkedHashMap<Integer, List<Integer>>();
        for (int i = 0; i < consumer.operandCount(); i++) {
            operands.computeIfAbsent(consumer.operandId(i), _ -> new ArrayList<>(1))
                    .add(i);
        }
        consumer.annotations().controlPredecessors().forEach(id -> operands.putIfAbsent(id, List.of()));
        removedOperands(drawn).forEach(id -> operands.putIfAbsent(id, List.of(0)));
        operands.forEach((id, positions) -> {
            var producer = level.get(id);
            if (producer != null && !isWrittenInUsers(producer) && !isWrittenInUsers(drawn)) {
                addEdge(producer, drawn, positions, parent, insideDifference);
            }
        });
    }

    /** In a union, the operands that only the older version has. */
    private List<Integer> removedOperands(Drawn drawn) {
        var difference = subject.difference();
        if (difference == null || subject.side() != Side.UNION) {
            return List.of();
        }
        return difference
                .before()
                .find(drawn.computation().id())
                .flatMap(before -> before.find(drawn.instruction().id()))
                .map(old -> Arrays.stream(old.operandIds()).boxed().toList())
                .orElse(List.of());
    }

    private void addEdge(
            Drawn producer, Drawn consumer, List<Integer> operands, @Nullable String parent, boolean insideDifference) {
        var from = producer.instruction();
        var to = consumer.instruction();
        graph.add(new VisualEdge(
                key(parent, from.id()) + ">" + to.id(),
                key(parent, from.id()),
                key(parent, to.id()),
                from.id(),
                to.id(),
                operands,
                NodeText.shape(from.shape()),
                from.shape().bytes(),
                insideDifference ? DifferenceState.NONE : edgeState(producer, consumer),
                subject.verdicts().latest(from, to, consumer.module()).orElse(null),
                from.op() instanceof HloOp.Parameter,
                !operands.isEmpty()
                        && isRead(to)
                        && levelsOfKernels.contains(consumer.computation().id())));
    }

    /** Whether an instruction reads its operands at all: some only pass them on. */
    private static boolean isRead(HloInstruction consumer) {
        return switch (consumer.opcode()) {
            case TUPLE, GET_TUPLE_ELEMENT, BITCAST, AFTER_ALL, OPTIMIZATION_BARRIER -> false;
            case WHILE, CONDITIONAL, CALL -> false;
            default -> true;
        };
    }

    private DifferenceState state(Drawn drawn) {
        var difference = subject.difference();
        return difference == null
                ? DifferenceState.NONE
                : difference.state(drawn.computation().id(), drawn.instruction().id());
    }

    private List<String> notes(Drawn drawn) {
        var difference = subject.difference();
        return difference == null
                ? List.of()
                : difference.notes(drawn.computation().id(), drawn.instruction().id());
    }

    private boolean isShapeChanged(Drawn drawn) {
        var difference = subject.difference();
        return difference != null
                && difference.isShapeChanged(
                        drawn.computation().id(), drawn.instruction().id());
    }

    private DifferenceState edgeState(Drawn producer, Drawn consumer) {
        var difference = subject.difference();
        if (difference == null) {
            return DifferenceState.NONE;
        }
        int computation = consumer.computation().id();
        int from = producer.instruction().id();
        int to = consumer.instruction().id();
        boolean was = VersionPair.hasEdge(difference.before(), computation, from, to);
        boolean is = VersionPair.hasEdge(difference.after(), computation, from, to);
        return was == is ? DifferenceState.SAME : is ? DifferenceState.ADDED : DifferenceState.REMOVED;
    }

    private static String key(@Nullable String parent, int instructionId) {
        return parent == null ? Integer.toString(instructionId) : parent + "/" + instructionId;
    }
}
