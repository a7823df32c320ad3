package org.hloexplorer.pipeline.backend.tpu;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Precision;
import org.hloexplorer.hlo.analysis.HloCostAnalysis;
import org.hloexplorer.pipeline.backend.tpu.chip.VectorWork;
import org.hloexplorer.pipeline.backend.tpu.simulator.OperandType;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;
import org.jspecify.annotations.Nullable;

/**
 * Where each instruction of a module runs: dots on the array, whether they stand alone, in fusions or in loops; everything
 * else elsewhere, with the reason.
 */
final class TpuProgram {
    private final HloModule module;
    private final TpuConfig config;
    private final Map<Integer, ArrayDot> dots = new LinkedHashMap<>();
    private final List<Elsewhere> elsewhere = new ArrayList<>();
    private final HloCostAnalysis costs;
    private final Set<Integer> fused = new HashSet<>();
    private final Set<Integer> visited = new HashSet<>();

    /**
     * A dot or a convolution on the array.
     *
     * @param place the computation it stands in
     * @param inLoop whether it may run more than once, on what it yielded before
     * @param elements which elements of the program's arrays X, W and the result are made of
     * @param remark what the array does not do as asked, in a sentence; null for nothing
     */
    record ArrayDot(
            HloInstruction instruction,
            String place,
            boolean inLoop,
            ArrayMapping mapping,
            HloElements elements,
            @Nullable String remark) {}

    private TpuProgram(HloModule module, TpuConfig config) {
        this.module = module;
        this.config = config;
        this.costs = HloCostAnalysis.of(module);
        visit(module.entry(), false);
    }

    static TpuProgram of(HloModule module, TpuConfig config) {
        return new TpuProgram(module, config);
    }

    HloModule module() {
        return module;
    }

    TpuConfig config() {
        return config;
    }

    /** By instruction id, in the order in which they stand in the program. */
    Map<Integer, ArrayDot> dots() {
        return dots;
    }

    /** Dots whose operands the array rounds. */
    int roundedDots() {
        return (int) dots.values().stream()
                .filter(dot -> dot.mapping().type() == OperandType.BF16)
                .count();
    }

    /** Whether a value may be rounded for a dot, and what that yields for a dot again. */
    boolean roundsRepeatedly() {
        return roundedDots() > 1
                || dots.values().stream()
                        .anyMatch(dot -> dot.inLoop() && dot.mapping().type() == OperandType.BF16);
    }

    List<Elsewhere> elsewhere() {
        return elsewhere;
    }

    private void visit(HloComputation computation, boolean inLoop) {
        if (!visited.add(computation.id())) {
            return;
        }
        for (var instruction : computation.instructions()) {
            place(computation, instruction, inLoop);
        }
    }

    private void place(HloComputation computation, HloInstruction instruction, boolean inLoop) {
        switch (instruction.op()) {
            case HloOp.Dot _, HloOp.Convolution _ -> dot(computation, instruction, inLoop);
            case HloOp.While _ -> module.called(instruction).forEach(called -> visit(called, true));
            case HloOp.Fusion fusion -> {
                fused.add(fusion.computation());
                visit(module.computation(fusion.computation()), inLoop);
            }
            case HloOp.Call _, HloOp.Conditional _ ->
                module.called(instruction).forEach(called -> visit(called, inLoop));
            default -> {
                if (doesWork(instruction)) {
                    elsewhere(computation, instruction);
                }
            }
        }
    }

    private void elsewhere(HloComputation computation, HloInstruction instruction) {
        var work = work(computation, instruction);
        var reason = switch (work) {
            case VectorWork.OnHost(var why) -> Elsewhere.onHost(why);
            case VectorWork.Operations _, VectorWork.None _ -> onChip(instruction);
        };
        elsewhere(computation, instruction, reason, work);
    }

    private static String onChip(HloInstruction instruction) {
        return switch (instruction.opcode().category()) {
            case LINEAR_ALGEBRA -> Elsewhere.notOnArray(instruction.op().mnemonic() + " is not mapped to it");
            case COLLECTIVE -> Elsewhere.INTERCONNECT;
            default -> Elsewhere.VECTOR_UNIT;
        };
    }

    private VectorWork work(HloComputation computation, HloInstruction instruction) {
        return VectorWork.of(instruction, computation, module, costs, fused.contains(computation.id()));
    }

    private static boolean doesWork(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case PARAMETER,
                    CONSTANT,
                    TUPLE,
                    GET_TUPLE_ELEMENT,
                    BITCAST,
                    AFTER_ALL,
                    ADD_DEPENDENCY,
                    DOMAIN,
                    OPTIMIZATION_BARRIER -> false;
            default -> true;
        };
    }

    private void dot(HloComputation computation, HloInstruction instruction, boolean inLoop) {
        switch (ArrayPlacement.of(instruction, computation, config)) {
            case ArrayPlacement.OnArray(var mapping) ->
                dots.put(
                        instruction.id(),
                        new ArrayDot(
                                instruction,
                                computation.name(),
                                inLoop,
                                mapping,
                                elements(computation, instruction, mapping),
                                remark(instruction, mapping)));
            case ArrayPlacement.Refused(var reason) ->
                elsewhere(computation, instruction, Elsewhere.notOnArray(reason), work(computation, instruction));
        }
    }

    private HloElements elements(HloComputation computation, HloInstruction instruction, ArrayMapping mapping) {
        return new MappedElements(
                mapping,
                outerName(computation, computation.operand(instruction, 0)),
                outerName(computation, computation.operand(instruction, 1)),
                instruction.name());
    }

    /** The name of a value or, where it is a parameter of a fusion, of what the fusion is given for it. */
    private String outerName(HloComputation computation, HloInstruction value) {
        if (fused.contains(computation.id()) && value.op() instanceof HloOp.Parameter(int number)) {
            var caller = module.callers(computation.id()).getFirst();
            return module.computationOf(caller.id())
                    .map(outside -> outerName(outside, outside.operand(caller, number)))
                    .orElse(value.name());
        }
        return value.name();
    }

    private static @Nullable String remark(HloInstruction instruction, ArrayMapping mapping) {
        var remark = (mapping.description() + " " + precisionRemark(instruction)).strip();
        return remark.isEmpty() ? null : remark;
    }

    private static String precisionRemark(HloInstruction instruction) {
        var precision = switch (instruction.op()) {
            case HloOp.Dot dot -> dot.precision();
            case HloOp.Convolution convolution -> convolution.precision();
            default -> Precision.DEFAULT;
        };
        boolean asksForMore =
                precision.operandPrecision().stream().anyMatch(each -> each.equals("high") || each.equals("highest"));
        return asksForMore
                ? "It asks for %s precision, which takes a TPU several bf16 passes; one is simulated."
                        .formatted(String.join(", ", precision.operandPrecision()))
                : "";
    }

    private void elsewhere(HloComputation computation, HloInstruction instruction, String reason, VectorWork work) {
        var name = computation.id() == module.entryId()
                ? instruction.name()
                : computation.name() + "/" + instruction.name();
        elsewhere.add(new Elsewhere(instruction.id(), name, instruction.op().mnemonic(), reason, Elsewhere.work(work)));
    }
}
