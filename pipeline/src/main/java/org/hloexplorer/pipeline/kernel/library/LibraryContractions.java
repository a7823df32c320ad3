package org.hloexplorer.pipeline.kernel.library;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;
import org.jspecify.annotations.Nullable;

/** The dots and convolutions of a computation that go to the library. */
public final class LibraryContractions {
    private final HloModule module;
    private final HloComputation computation;
    private final LibraryChoice choice;

    private LibraryContractions(HloModule module, HloComputation computation, LibraryChoice choice) {
        this.module = module;
        this.computation = computation;
        this.choice = choice;
    }

    /** By id of the instruction whose value each computes. */
    public static Map<Integer, LibraryContraction> of(
            HloModule module, HloComputation computation, LibraryChoice choice) {
        Map<Integer, LibraryContraction> found = new LinkedHashMap<>();
        var all = new LibraryContractions(module, computation, choice);
        computation.instructions().stream()
                .filter(LibraryContractions::isContraction)
                .filter(each -> !choice.refused().containsKey(each.id()))
                .map(all::contraction)
                .forEach(each -> found.put(each.result().id(), each));
        return found;
    }

    private static boolean isContraction(HloInstruction instruction) {
        return instruction.op() instanceof HloOp.Dot || instruction.op() instanceof HloOp.Convolution;
    }

    /** Why a fusion's own dot or convolution does not go to the library; nothing where it has none. */
    public static Optional<String> refusalInside(HloModule module, HloInstruction fusion) {
        return !(fusion.op() instanceof HloOp.Fusion(var _, int called, var _))
                ? Optional.empty()
                : module.computation(called).instructions().stream()
                        .filter(LibraryContractions::isContraction)
                        .map(each ->
                                "%%%s is inside of a fusion, and it takes whole instructions".formatted(each.name()))
                        .findFirst();
    }

    private LibraryContraction contraction(HloInstruction contraction) {
        List<String> notes = new ArrayList<>();
        var epilogue = epilogue(contraction, notes);
        var reads = new ArrayList<>(operands(contraction, notes));
        if (epilogue != null) {
            notes.add("It computes %%%s and what follows in %%%s at once."
                    .formatted(contraction.name(), epilogue.fusion().name()));
            epilogue.operands().forEach(each -> reads.add(computation.operand(epilogue.fusion(), each)));
        }
        return new LibraryContraction(contraction, reads, epilogue, notes);
    }

    private @Nullable Epilogue epilogue(HloInstruction contraction, List<String> notes) {
        if (!EpilogueMatch.isWorthALook(computation, contraction)) {
            return null;
        }
        var known = choice.unfused().get(contraction.id());
        try {
            if (known == null) {
                return EpilogueMatch.of(module, computation, contraction);
            }
            notes.add("What follows is a kernel of its own: " + known + ".");
        } catch (Unsuitable e) {
            notes.add("What follows is a kernel of its own: " + e.getMessage() + ".");
        }
        return null;
    }

    /** The operands, or what they are widened from where the library multiplies that. */
    private List<HloInstruction> operands(HloInstruction contraction, List<String> notes) {
        var operands = computation.operands(contraction);
        var narrow = operands.stream().map(this::widened).toList();
        if (narrow.stream().allMatch(Optional::isPresent)) {
            var types = narrow.stream()
                    .map(each -> type(each.orElseThrow()))
                    .distinct()
                    .toList();
            if (types.size() == 1 && type(contraction) == PrimitiveType.F32) {
                notes.add("The operands are read as %s: widening them is left out."
                        .formatted(types.getFirst().text()));
                return narrow.stream().map(Optional::orElseThrow).toList();
            }
        }
        return operands;
    }

    /** What an instruction, or a fusion of it alone, converts from bf16, whose products are exact in f32. */
    private Optional<HloInstruction> widened(HloInstruction instruction) {
        boolean isConversion = switch (instruction.op()) {
            case HloOp.Fusion(var _, int called, var _) -> {
                var fused = module.computation(called);
                yield instruction.operandCount() == 1
                        && fused.instructions().size() == 2
                        && fused.root().opcode() == HloOpcode.CONVERT;
            }
            default -> instruction.opcode() == HloOpcode.CONVERT;
        };
        if (!isConversion || type(instruction) != PrimitiveType.F32) {
            return Optional.empty();
        }
        var from = computation.operand(instruction, 0);
        return type(from) == PrimitiveType.BF16 ? Optional.of(from) : Optional.empty();
    }

    private static PrimitiveType type(HloInstruction instruction) {
        return instruction.shape().asArray().elementType();
    }
}
