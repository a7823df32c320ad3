package org.hloexplorer.pipeline.fusion;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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

    private static String text(HloComputation computation, HloModule module) {
        var text = new StringBuilder();
        var numbers = new HashMap<Integer, Integer>();
        for (var instruction : PostOrder.of(computation)) {
            numbers.put(instruction.id(), numbers.size());
            text.append(line(instruction, numbers, module)).append('\n');
        }
        return text.toString();
    }

    private static String line(HloInstruction instruction, Map<Integer, Integer> numbers, HloModule module) {
        if (instruction.op() instanceof HloOp.Parameter) {
            return "parameter " + instruction.shape();
        }
        var operands = Arrays.stream(instruction.operandIds())
                .mapToObj(id -> String.valueOf(numbers.get(id)))
                .collect(Collectors.joining(","));
        var called = instruction.calledComputations().stream()
                .map(id -> text(module.computation(id), module))
                .collect(Collectors.joining());
        return "%s %s(%s) %s%s"
                .formatted(instruction.shape(), instruction.opcode(), operands, attributes(instruction), called);
    }

    /** The operation without the numbers of the computations it calls. */
    private static String attributes(HloInstruction instruction) {
        return switch (instruction.op()) {
            case HloOp.OverDimensions reduce -> reduce.dimensions().toString();
            case HloOp.ReduceWindow(var window, int _) -> window.toString();
            case HloOp.Scatter scatter -> scatter.dimensions().toString();
            case HloOp.Fusion fusion -> fusion.kind().text();
            case HloOp op when op.calledComputations().isEmpty() -> op.toString();
            default -> "";
        };
    }
}
