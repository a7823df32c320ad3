package org.hloexplorer.pipeline.fusion;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;

/**
 * Something about the fusions of a module that is worth a second look, whoever made them.
 *
 * @param instructions the fusions it is about
 */
public record FusionRemark(Kind kind, List<String> instructions, String sentence) {

    /** What is odd. */
    public enum Kind {
        /** A fusion that saves no memory traffic, as it does one thing at most. */
        FUSES_NOTHING,
        /** An instruction that is computed again in another fusion. */
        COMPUTED_AGAIN
    }

    public FusionRemark {
        instructions = List.copyOf(instructions);
    }

    /** All remarks about a module, in its order. */
    public static List<FusionRemark> of(HloModule module) {
        var remarks = new ArrayList<FusionRemark>();
        var copies = new LinkedHashMap<Integer, List<String>>();
        for (var computation : KernelComputations.of(module)) {
            for (var instruction : computation.instructions()) {
                if (instruction.op() instanceof HloOp.Fusion fusion) {
                    var body = module.computation(fusion.computation());
                    remarkOnWork(instruction, body, remarks);
                    noteCopies(instruction, body, copies);
                }
            }
        }
        remarkOnCopies(module, copies, remarks);
        return remarks;
    }

    private static void remarkOnWork(HloInstruction fusion, HloComputation body, List<FusionRemark> remarks) {
        if (!(fusion.shape() instanceof Shape.Tuple(var results))) {
            return;
        }
        long working = body.instructions().stream().filter(FusionRemark::isWork).count();
        if (working <= 1) {
            remarks.add(new FusionRemark(
                    Kind.FUSES_NOTHING,
                    List.of(fusion.name()),
                    "%s yields %d results of %,d bytes in all, but %s: the others are the same numbers in another shape, stored again"
                            .formatted(
                                    fusion,
                                    results.size(),
                                    fusion.shape().bytes(),
                                    working == 0 ? "computes nothing" : "computes one thing only")));
        }
    }

    private static boolean isWork(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case PARAMETER, CONSTANT, TUPLE, GET_TUPLE_ELEMENT, BITCAST, RESHAPE, BROADCAST, COPY, TRANSPOSE -> false;
            default -> true;
        };
    }

    private static void noteCopies(HloInstruction fusion, HloComputation body, Map<Integer, List<String>> copies) {
        for (var instruction : body.instructions()) {
            if (isWork(instruction)) {
                int original = instruction.originIds().isEmpty()
                        ? instruction.id()
                        : instruction.originIds().getFirst();
                copies.computeIfAbsent(original, _ -> new ArrayList<>()).add(fusion.name());
            }
        }
    }

    private static void remarkOnCopies(
            HloModule module, Map<Integer, List<String>> copies, List<FusionRemark> remarks) {
        copies.forEach((original, fusions) -> {
            if (fusions.stream().distinct().count() > 1) {
                remarks.add(new FusionRemark(
                        Kind.COMPUTED_AGAIN,
                        fusions.stream().distinct().toList(),
                        "%s is computed in each of %s; two copies may differ in the last bit where they are compiled differently"
                                .formatted(
                                        module.findInstruction(original)
                                                .map(HloInstruction::toString)
                                                .orElse("an instruction that was copied"),
                                        String.join(
                                                ", ",
                                                fusions.stream()
                                                        .distinct()
                                                        .map(name -> "%" + name)
                                                        .toList()))));
            }
        });
    }
}
