package org.hloexplorer.pipeline.fusion;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;

/**
 * A fusion as it can be found again in another module: by what it computes, whatever its parts and operands are called
 * and in which order they come.
 *
 * @param name as it is called in its module
 * @param body what it computes, one line per instruction, operands first; parameters by the order of their first use
 * @param members the names of its instructions
 */
public record CanonicalFusion(String name, String body, Set<String> members) {
    public CanonicalFusion {
        members = Set.copyOf(members);
    }

    /** All fusions of the computations that run. */
    public static List<CanonicalFusion> allOf(HloModule module) {
        return KernelComputations.of(module).stream()
                .flatMap(computation -> computation.instructions().stream())
                .filter(FusionGraph::isFusion)
                .map(fusion -> of(fusion, module))
                .toList();
    }

    /** How many fusions there are, without looking into them. */
    public static long count(HloModule module) {
        return KernelComputations.of(module).stream()
                .flatMap(computation -> computation.instructions().stream())
                .filter(FusionGraph::isFusion)
                .count();
    }

    private static CanonicalFusion of(HloInstruction fusion, HloModule module) {
        var body = module.computation(((HloOp.Fusion) fusion.op()).computation());
        var members = new TreeSet<String>();
        for (var instruction : body.instructions()) {
            if (!(instruction.op() instanceof HloOp.Parameter)) {
                members.add(instruction.name());
            }
        }
        return new CanonicalFusion(fusion.name(), text(body, module), members);
    }

    private static String text(HloComputation body, HloModule module) {
        return lines(body, module, _ -> "");
    }

    /** Of a computation that is called, in which it matters which parameter is which. */
    private static String calledText(int computation, HloModule module) {
        return lines(module.computation(computation), module, number -> " " + number);
    }

    private static String lines(HloComputation computation, HloModule module, IntFunction<String> numberText) {
        var text = new StringBuilder();
        var positions = new HashMap<Integer, Integer>();
        for (var instruction : PostOrder.of(computation)) {
            positions.put(instruction.id(), positions.size());
            text.append(instruction.shape()).append(' ');
            if (instruction.op() instanceof HloOp.Parameter(int number)) {
                text.append("parameter").append(numberText.apply(number));
            } else {
                text.append(operation(instruction, positions, module));
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static String operation(HloInstruction instruction, Map<Integer, Integer> positions, HloModule module) {
        var callees = instruction.calledComputations();
        var anonymous = instruction.op().withCalledComputations(Collections.nCopies(callees.size(), 0));
        var operands = Arrays.stream(instruction.operandIds())
                .mapToObj(positions::get)
                .map(String::valueOf)
                .collect(Collectors.joining(","));
        var called = callees.stream().map(id -> calledText(id, module)).collect(Collectors.joining());
        return "%s(%s)%s".formatted(anonymous, operands, called);
    }
}
