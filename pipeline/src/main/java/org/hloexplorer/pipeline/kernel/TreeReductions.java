package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;

/**
 * Reductions in two steps as one.
 *
 * <p>XLA's {@code tree_reduction_rewriter} reduces windows first and then what they give, so that sums stay accurate. Kernels
 * here add with many accumulators and in blocks, which is as accurate, and read the array once.
 */
final class TreeReductions {
    private final HloModule module;
    private final Map<Integer, HloComputation> changed = new HashMap<>();

    private TreeReductions(HloModule module) {
        this.module = module;
    }

    /** The module with reductions of the arrays themselves where it reduced windows of them before. */
    static HloModule undone(HloModule module) {
        var undoing = new TreeReductions(module);
        module.computations().forEach(undoing::undo);
        return undoing.changed.isEmpty()
                ? module
                : module.withComputations(
                        module.computations().stream()
                                .map(each -> undoing.changed.getOrDefault(each.id(), each))
                                .toList(),
                        module.nextId());
    }

    private void undo(HloComputation computation) {
        if (computation.instructions().stream().noneMatch(each -> each.op() instanceof HloOp.ReduceWindow)) {
            return;
        }
        List<HloInstruction> instructions = new ArrayList<>();
        for (var instruction : computation.instructions()) {
            instructions.add(
                    switch (instruction.op()) {
                        case HloOp.OverDimensions reduce
                        when isReduce(instruction) -> direct(computation, instruction, reduce);
                        case HloOp.Fusion fusion -> direct(computation, instruction, fusion);
                        default -> instruction;
                    });
        }
        changed.put(computation.id(), computation.withInstructions(instructions, computation.rootId()));
    }

    private static boolean isReduce(HloInstruction instruction) {
        return instruction.opcode() == HloOpcode.REDUCE && instruction.operandCount() == 2;
    }

    private HloInstruction direct(HloComputation computation, HloInstruction instruction, HloOp.OverDimensions reduce) {
        var source = base(computation, computation.operand(instruction, 0), List.of(reduce));
        return instruction.withOperands(source.id(), instruction.operandId(1));
    }

    /** Of a fusion's operands, those that it does nothing with but reduce. */
    private HloInstruction direct(HloComputation computation, HloInstruction instruction, HloOp.Fusion fusion) {
        var fused = changed.getOrDefault(fusion.computation(), module.computation(fusion.computation()));
        var operands = instruction.operandIds();
        List<HloInstruction> inside = new ArrayList<>(fused.instructions());
        for (var parameter : fused.parameters()) {
            int number = ((HloOp.Parameter) parameter.op()).number();
            var source = base(computation, computation.operand(instruction, number), reductions(fused, parameter));
            if (source.id() != operands[number]) {
                operands[number] = source.id();
                inside.set(fused.position(parameter.id()), parameter.withShape(source.shape()));
            }
        }
        changed.put(fused.id(), fused.withInstructions(inside, fused.rootId()));
        return instruction.withOperands(operands);
    }

    /** What reduces a parameter, or nothing where anything else uses it. */
    private static List<HloOp.OverDimensions> reductions(HloComputation fused, HloInstruction parameter) {
        List<HloOp.OverDimensions> reductions = new ArrayList<>();
        for (var user : fused.users(parameter)) {
            if (!isReduce(user) || user.operandId(1) == parameter.id()) {
                return List.of();
            }
            reductions.add((HloOp.OverDimensions) user.op());
        }
        return reductions;
    }

    /** The array whose windows a value reduces, where these reductions may as well reduce that; else the value. */
    private HloInstruction base(
            HloComputation computation, HloInstruction value, List<HloOp.OverDimensions> reductions) {
        var source = value;
        while (source.op() instanceof HloOp.ReduceWindow windows && !reductions.isEmpty()) {
            var step = source;
            if (!reductions.stream().allMatch(reduce -> isStepOf(computation, reduce, step, windows))) {
                break;
            }
            source = computation.operand(source, 0);
        }
        return source;
    }

    private boolean isStepOf(
            HloComputation computation,
            HloOp.OverDimensions reduce,
            HloInstruction source,
            HloOp.ReduceWindow windows) {
        var operation = Reducer.plain(module.computation(windows.toApply()));
        return source.operandCount() == 2
                && operation.isPresent()
                && operation.equals(Reducer.plain(module.computation(reduce.toApply())))
                && isNeutral(operation.get(), computation.operand(source, 1))
                && partition(reduce.dimensions(), windows);
    }

    /** Whether each element is in one window, and windows extend only along dimensions that are reduced. */
    private static boolean partition(List<Integer> reduced, HloOp.ReduceWindow windows) {
        for (int i = 0; i < windows.window().dimensions().size(); i++) {
            var dimension = windows.window().dimensions().get(i);
            if (dimension.size() != dimension.stride()
                    || dimension.baseDilation() != 1
                    || dimension.windowDilation() != 1
                    || dimension.paddingLow() < 0
                    || dimension.paddingHigh() < 0
                    || (dimension.size() > 1 && !reduced.contains(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNeutral(HloOpcode operation, HloInstruction initial) {
        return constant(initial)
                .filter(literal -> isNeutral(operation, literal))
                .isPresent();
    }

    private static Optional<Literal> constant(HloInstruction instruction) {
        return instruction.op() instanceof HloOp.Constant(var literal)
                        && instruction.shape().asArray().isScalar()
                        && !instruction.shape().asArray().elementType().isComplex()
                ? Optional.of(literal)
                : Optional.empty();
    }

    private static boolean isNeutral(HloOpcode operation, Literal initial) {
        var type = initial.shape().asArray().elementType();
        double value = initial.doubleAt(0);
        return switch (operation) {
            case ADD, OR, XOR -> value == 0;
            case MULTIPLY -> value == 1;
            case MAXIMUM -> type.isFloating() && value == Double.NEGATIVE_INFINITY;
            case MINIMUM -> type.isFloating() && value == Double.POSITIVE_INFINITY;
            default -> false;
        };
    }
}
