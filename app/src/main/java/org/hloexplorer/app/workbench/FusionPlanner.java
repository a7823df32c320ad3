package org.hloexplorer.app.workbench;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.hloexplorer.app.workbench.FusionMove.Impossible;
import org.hloexplorer.app.workbench.FusionMove.Nothing;
import org.hloexplorer.app.workbench.FusionMove.Possible;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.fusion.FusionDecision.Forbidden;
import org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle;
import org.hloexplorer.pipeline.fusion.FusionPairs.Pair;
import org.hloexplorer.visualizers.FusionVerdicts;
import org.hloexplorer.visualizers.Lineage;

/** Says what it takes to move an operation from one kernel to another in a version of a program, and whether it can be. */
final class FusionPlanner {
    private final PipelineRun run;
    private final int version;
    private final HloModule module;
    private final FusionVerdicts verdicts;

    FusionPlanner(PipelineRun run, int version, Lineage lineage) {
        this.run = run;
        this.version = version;
        this.module = run.version(version);
        this.verdicts = FusionVerdicts.upTo(run, run.versions() - 1, lineage);
    }

    /** An operation, the kernel it is in, and the computation that runs the kernel. */
    private record Place(HloInstruction operation, HloInstruction kernel, HloComputation level, HloComputation own) {
        boolean isInFusion() {
            return kernel.id() != operation.id();
        }
    }

    /** Moves an instruction into the kernel of another one. */
    FusionMove into(int dragged, int target) {
        var from = place(dragged);
        var to = place(target);
        if (from.isEmpty() || to.isEmpty()) {
            return new Nothing();
        }
        return into(from.get(), to.get());
    }

    private FusionMove into(Place from, Place to) {
        if (from.kernel().id() == to.kernel().id()) {
            return new Nothing();
        }
        if (from.level().id() != to.level().id()) {
            return new Impossible("%s and %s are run by different computations, %s and %s; a kernel belongs to one."
                    .formatted(from.operation(), to.kernel(), from.level(), to.level()));
        }
        return ordering(from, to)
                .or(() -> producerInto(from, to))
                .or(() -> consumerInto(from, to))
                .orElseGet(() -> notNeighbours(from, to));
    }

    /** Takes an instruction out of its fusion. */
    FusionMove out(int dragged) {
        return place(dragged)
                .filter(Place::isInFusion)
                .<FusionMove>map(place -> new Possible(
                        "%s leaves %s and becomes a kernel of its own; what it passes on goes through memory (%,d B)."
                                .formatted(
                                        place.operation(),
                                        place.kernel(),
                                        place.operation().shape().bytes()),
                        List.of(),
                        ties(place)))
                .orElseGet(Nothing::new);
    }

    private Optional<Place> place(int instruction) {
        return module.computationOf(instruction).map(own -> {
            var operation = own.instruction(instruction);
            var kernel = module.callers(own.id()).stream()
                    .filter(each -> each.op() instanceof HloOp.Fusion)
                    .findFirst()
                    .orElse(operation);
            return new Place(
                    operation, kernel, module.computationOf(kernel.id()).orElseThrow(), own);
        });
    }

    /** What is to be kept apart for an instruction to be by itself: it and its users, or for a result it and its operands. */
    private List<Pair> ties(Place place) {
        var users = place.own().users(place.operation());
        return users.isEmpty()
                ? place.own().operands(place.operation()).stream()
                        .filter(each -> !(each.op() instanceof HloOp.Parameter))
                        .map(each -> new Pair(name(each), name(place.operation())))
                        .toList()
                : users.stream()
                        .map(user -> new Pair(name(place.operation()), name(user)))
                        .toList();
    }

    private List<Pair> tiesIfInFusion(Place place) {
        return place.isInFusion() ? ties(place) : List.of();
    }

    private static Optional<FusionMove> ordering(Place from, Place to) {
        return Stream.of(from.kernel(), to.kernel())
                .filter(each -> isOrdered(each, from.level()))
                .findFirst()
                .map(each -> new Impossible(
                        "%s has control dependencies: they fix when it runs, so it is no part of another kernel (scheduling)."
                                .formatted(each)));
    }

    private static boolean isOrdered(HloInstruction instruction, HloComputation level) {
        return !instruction.annotations().controlPredecessors().isEmpty()
                || level.instructions().stream()
                        .anyMatch(
                                each -> each.annotations().controlPredecessors().contains(instruction.id()));
    }

    /** Where the target uses what is dragged. */
    private Optional<FusionMove> producerInto(Place from, Place to) {
        boolean isResult = from.own().rootId() == from.operation().id();
        if (!to.kernel().hasOperand(from.kernel().id()) || (from.isInFusion() && !isResult)) {
            return Optional.empty();
        }
        return Optional.of(
                join(from.kernel(), to.kernel(), new Pair(name(from.operation()), name(result(to.kernel()))), from));
    }

    /** Where what is dragged uses the target. */
    private Optional<FusionMove> consumerInto(Place from, Place to) {
        boolean uses = from.isInFusion()
                ? readsInside(from, to.kernel())
                : from.kernel().hasOperand(to.kernel().id());
        return uses
                ? Optional.of(join(
                        to.kernel(), from.kernel(), new Pair(name(result(to.kernel())), name(from.operation())), from))
                : Optional.empty();
    }

    private static boolean readsInside(Place place, HloInstruction producer) {
        return place.own().operands(place.operation()).stream()
                .anyMatch(each -> each.op() instanceof HloOp.Parameter(int number)
                        && place.kernel().operandId(number) == producer.id());
    }

    private FusionMove join(HloInstruction producer, HloInstruction consumer, Pair pair, Place moved) {
        var decision = verdicts.latest(producer, consumer, module)
                .map(verdict -> verdict.event().decision())
                .orElse(null);
        if (decision instanceof Forbidden refusal && isHard(refusal)) {
            return new Impossible("%s cannot be fused into %s: %s (%s)."
                    .formatted(producer, consumer, refusal.explanation(), refusal.xlaCheck()));
        }
        var cost = decision instanceof Forbidden refusal && refusal.obstacle() != Obstacle.FORBIDDEN_BY_USER
                ? ", although " + refusal.explanation()
                : "";
        return new Possible(
                "%s and %s become one kernel%s.".formatted(pair.producer(), pair.consumer(), cost),
                List.of(pair),
                tiesIfInFusion(moved));
    }

    private static boolean isHard(Forbidden refusal) {
        return !refusal.obstacle().isMatterOfCost() && refusal.obstacle() != Obstacle.FORBIDDEN_BY_USER;
    }

    private FusionMove notNeighbours(Place from, Place to) {
        return between(from, to)
                .or(() -> between(to, from))
                .<FusionMove>map(way -> new Impossible(
                        "%s and %s cannot be one kernel: %s needs what the first yields and is needed by the second, so each would wait for the other (a cycle). Fuse it too."
                                .formatted(from.operation(), to.kernel(), way)))
                .orElseGet(() -> new Impossible(
                        "Neither of %s and %s uses what the other yields; by hand, a producer and its consumer are fused. Siblings that read the same are for multi_output_fusion."
                                .formatted(from.operation(), to.kernel())));
    }

    /** The last thing on a way from one kernel to another, other than these two. */
    private static Optional<HloInstruction> between(Place first, Place last) {
        var level = first.level();
        var reached = new HashMap<Integer, HloInstruction>();
        var open = new ArrayDeque<HloInstruction>(List.of(first.kernel()));
        while (!open.isEmpty()) {
            var next = open.remove();
            for (var user : level.users(next)) {
                if (user.id() == last.kernel().id()
                        && next.id() != first.kernel().id()) {
                    return Optional.of(next);
                }
                if (reached.putIfAbsent(user.id(), next) == null) {
                    open.add(user);
                }
            }
        }
        return Optional.empty();
    }

    private HloInstruction result(HloInstruction instruction) {
        return instruction.op() instanceof HloOp.Fusion fusion
                ? result(module.computation(fusion.computation()).root())
                : instruction;
    }

    /** The name by which fusion knows an instruction: that of what a copy was made from. */
    String name(HloInstruction instruction) {
        var known = result(instruction);
        var unfused = run.version(Math.min(version, firstFusion(run)));
        return Stream.concat(Stream.of(known.id()), known.originIds().stream())
                .flatMap(id -> unfused.findInstruction(id).stream())
                .map(HloInstruction::name)
                .findFirst()
                .orElse(known.name());
    }

    /** The version that fusion is given first; the last one where nothing is fused. */
    static int firstFusion(PipelineRun run) {
        return run.runs().stream()
                .filter(each -> each.events().stream().anyMatch(PassEvent.FusionConsidered.class::isInstance))
                .findFirst()
                .map(PassRun::index)
                .orElse(run.versions() - 1);
    }
}
