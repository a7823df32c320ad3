package org.hloexplorer.pipeline.fusion;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;

/**
 * How many elements of each instruction a fusion computes while it runs: more than there are where some are computed
 * again and again, as a loop keeps nothing from one iteration to the next.
 *
 * <p>Readers at the same index share what is computed for one of them.
 */
final class Evaluations {
    private final FusionGraph graph;

    /** At whose indices an instruction is computed. */
    private final Map<Integer, Set<Integer>> places = new HashMap<>();

    /** How many elements are asked for at the indices that an instruction makes up for its readers. */
    private final Map<Integer, Double> asked = new HashMap<>();

    Evaluations(FusionGraph graph) {
        this.graph = graph;
    }

    private record Reading(Set<Integer> places, double own) {}

    /** Is told of an instruction, after all that read it. */
    void note(HloInstruction instruction) {
        var reading = reading(instruction);
        places.put(instruction.id(), reading.places());
        if (reading.own() > 0) {
            asked.put(instruction.id(), reading.own());
        }
    }

    /** The elements that are computed, or read of a parameter. */
    double of(HloInstruction instruction) {
        return sum(reading(instruction), instruction);
    }

    private double sum(Reading reading, HloInstruction instruction) {
        return reading.places().stream()
                .mapToDouble(place -> place == instruction.id() ? reading.own() : asked.getOrDefault(place, 0.0))
                .sum();
    }

    private Reading reading(HloInstruction instruction) {
        var editor = graph.editor();
        double own = editor.isRoot(instruction) ? elements(instruction.shape()) : 0;
        var users = editor.users(instruction);
        if (own == 0 && users.size() == 1 && graph.isElementwise(users.getFirst())) {
            return new Reading(places.getOrDefault(users.getFirst().id(), Set.of()), 0);
        }
        var all = new HashSet<Integer>();
        for (var user : users) {
            if (graph.isElementwise(user)) {
                all.addAll(places.getOrDefault(user.id(), Set.of()));
            } else {
                own += readBy(user, instruction);
            }
        }
        if (own > 0) {
            all.add(instruction.id());
        }
        return new Reading(all, own);
    }

    private double readBy(HloInstruction user, HloInstruction operand) {
        double computed = places.getOrDefault(user.id(), Set.of()).stream()
                .mapToDouble(place -> asked.getOrDefault(place, 0.0))
                .sum();
        double read = 0;
        for (int i = 0; i < user.operandCount(); i++) {
            read += user.operandId(i) == operand.id() ? read(user, i, operand.shape(), computed) : 0;
        }
        return read;
    }

    /** The elements of its n-th operand that an instruction reads to compute so many of its own. */
    static double read(HloInstruction user, int operand, Shape shape, double computed) {
        double whole = elements(shape);
        double share = elements(user.shape()) == 0 ? 0 : computed / elements(user.shape());
        return switch (user.op()) {
            case HloOp.ReduceWindow(var window, int _)
            when operand < user.operandCount() / 2 ->
                computed
                        * window.dimensions().stream()
                                .mapToLong(each -> each.size())
                                .reduce(1, (a, b) -> a * b);
            case HloOp.Dot(var dimensions, var _) ->
                computed
                        * (operand == 0 ? dimensions.lhsContracting() : dimensions.rhsContracting())
                                .stream()
                                        .mapToLong(each -> shape.asArray().dimension(each))
                                        .reduce(1, (a, b) -> a * b);
            default ->
                switch (user.opcode()) {
                    case REDUCE -> operand < user.operandCount() / 2 ? share * whole : computed;
                    case CONCATENATE, TUPLE, CONVOLUTION -> share * whole;
                    case DYNAMIC_UPDATE_SLICE -> operand == 1 ? share * whole : computed;
                    default -> computed;
                };
        };
    }

    static double elements(Shape shape) {
        return switch (shape) {
            case Shape.Array array -> array.elements();
            case Shape.Tuple(var members) ->
                members.stream().mapToDouble(Evaluations::elements).sum();
            case Shape.Buffer(var contents) -> contents.elements();
            case Shape.Token _, Shape.Opaque _ -> 0;
        };
    }
}
