package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.kernel.LoweredKernel.Argument;
import org.hloexplorer.pipeline.kernel.PlanBuffer.Content;
import org.hloexplorer.pipeline.kernel.library.LibraryContraction;
import org.hloexplorer.pipeline.kernel.library.LibraryContractions;

/** Goes through a computation in the order of its instructions and decides where each value lies and what computes it. */
final class ComputationSteps {
    private final PlanBuilder plan;
    private final int firstOwn;

    /** Buffers of the caller that may be overwritten here once their value is not needed. */
    private final Set<Integer> lent;

    private final Map<Integer, PlanValue> values = new HashMap<>();
    private final Map<Integer, Integer> lastUses = new HashMap<>();
    private final Set<Integer> relaid = new HashSet<>();

    /** By id of the instruction whose value they compute. */
    private final Map<Integer, LibraryContraction> library;

    private int position;

    /** With the layouts that values have, where they came from somewhere else in another one. */
    private HloComputation computation;

    ComputationSteps(PlanBuilder plan, HloComputation computation, Set<Integer> lent) {
        this.plan = plan;
        this.computation = computation;
        this.firstOwn = plan.bufferCount();
        this.lent = lent;
        var choice = plan.options().library();
        this.library = choice == null ? Map.of() : LibraryContractions.of(plan.module(), computation, choice);
    }

    PlanValue build(List<PlanValue> parameters) {
        var needed = needed();
        for (; position < computation.instructions().size(); position++) {
            var instruction = computation.instructions().get(position);
            if (instruction.op() instanceof HloOp.Parameter(int number)) {
                put(instruction, parameters.get(number));
            } else if (needed.contains(instruction.id())) {
                put(instruction, value(instruction));
            }
        }
        return get(computation.root());
    }

    private void put(HloInstruction instruction, PlanValue value) {
        values.put(instruction.id(), value);
        if (value instanceof PlanValue.Array(int _, var shape)
                && instruction.shape() instanceof Shape.Array declared
                && !declared.layout().equals(shape.layout())) {
            var instructions = new ArrayList<>(computation.instructions());
            relaid.add(instruction.id());
            instructions.set(position, instruction.withShape(declared.withLayout(shape.layout())));
            computation = computation.withInstructions(instructions, computation.rootId());
        }
    }

    /** What the result depends on; the rest computes nothing anybody sees. Notes where each is used last, too. */
    private Set<Integer> needed() {
        Set<Integer> needed = new HashSet<>(Set.of(computation.rootId()));
        lastUses.put(computation.rootId(), Integer.MAX_VALUE);
        var instructions = computation.instructions();
        for (int i = instructions.size() - 1; i >= 0; i--) {
            var instruction = instructions.get(i);
            if (needed.contains(instruction.id())) {
                for (var operand : read(instruction)) {
                    needed.add(operand.id());
                    lastUses.putIfAbsent(operand.id(), i);
                }
            }
        }
        return needed;
    }

    /** What the step for an instruction reads: its operands, or what a library reads instead. */
    private List<HloInstruction> read(HloInstruction instruction) {
        var call = library.get(instruction.id());
        return call == null ? computation.operands(instruction) : call.reads();
    }

    private PlanValue get(HloInstruction instruction) {
        var value = values.get(instruction.id());
        if (value == null) {
            throw new IllegalStateException("%s is used before it is computed".formatted(instruction));
        }
        return value;
    }

    private PlanValue value(HloInstruction instruction) {
        var contraction = library.get(instruction.id());
        if (contraction != null) {
            return libraryCall(instruction, contraction);
        }
        var operands = computation.operands(instruction).stream().map(this::get).toList();
        return switch (instruction.op()) {
            case HloOp.Constant(var literal) -> plan.constant(instruction.shape(), literal);
            case HloOp.GetTupleElement(int index)
            when operands.getFirst() instanceof PlanValue.Tuple(var elements) -> elements.get(index);
            case HloOp.Call call ->
                new ComputationSteps(plan, plan.module().computation(call.toApply()), Set.of()).build(operands);
            case HloOp.While loop -> new ControlFlowSteps(plan, instruction).loop(loop, operands.getFirst());
            case HloOp.Conditional conditional -> new ControlFlowSteps(plan, instruction).branch(conditional, operands);
            case HloOp.Plain plain when plain.opcode() == HloOpcode.TUPLE -> new PlanValue.Tuple(operands);
            case HloOp.Plain plain when isSameValue(plain.opcode()) -> operands.getFirst();
            case HloOp.Plain plain when keepsApart(plain.opcode(), instruction) -> operands.getFirst();
            case HloOp.Plain plain
            when plain.opcode() == HloOpcode.AFTER_ALL -> new PlanValue.Nothing(instruction.shape());
            case HloOp.Plain plain
            when plain.opcode() == HloOpcode.BITCAST
                    && operands.getFirst() instanceof PlanValue.Array(int buffer, var shape)
                    && isSameMemory(shape, instruction.shape())
                    && hasDeclaredLayout(instruction) ->
                new PlanValue.Array(buffer, instruction.shape().asArray());
            default -> step(instruction, operands);
        };
    }

    /** Whether a bitcast's operand lies as it did when the bitcast was made. */
    private boolean hasDeclaredLayout(HloInstruction bitcast) {
        var operand = computation.operand(bitcast, 0);
        return !relaid.contains(operand.id());
    }

    /** A copy that changes no layout only keeps buffers apart; the plan, which assigns its own, looks after that itself. */
    private boolean keepsApart(HloOpcode opcode, HloInstruction copy) {
        return opcode == HloOpcode.COPY && computation.operand(copy, 0).shape().equals(copy.shape());
    }

    private static boolean isSameValue(HloOpcode opcode) {
        return opcode == HloOpcode.OPTIMIZATION_BARRIER || opcode == HloOpcode.ADD_DEPENDENCY;
    }

    private static boolean isSameMemory(Shape.Array from, Shape to) {
        return to instanceof Shape.Array array
                && array.elementType() == from.elementType()
                && array.layout().tiles().isEmpty()
                && from.layout().tiles().isEmpty();
    }

    private PlanValue libraryCall(HloInstruction instruction, LibraryContraction contraction) {
        var inputs = contraction.reads().stream()
                .map(this::get)
                .map(PlanValue.Array.class::cast)
                .toList();
        var result = (PlanValue.Array) plan.computed(instruction.shape());
        var call = contraction.call(inputs.stream().map(PlanValue.Array::shape).toList(), result.shape());
        List<Integer> buffers = new ArrayList<>();
        call.order().forEach(each -> buffers.add(inputs.get(each).buffer()));
        buffers.add(result.buffer());
        plan.add(new PlanStep.LibraryCall(
                plan.unique(instruction.name()),
                contraction.instructions(),
                call.primitive(),
                buffers,
                contraction.notes()));
        return result;
    }

    private PlanValue step(HloInstruction instruction, List<PlanValue> operands) {
        plan.noteLibraryRefusal(instruction);
        try {
            plan.exclusion(instruction).ifPresent(reason -> {
                throw new NotLowerable(reason);
            });
            var stages = KernelStage.of(plan.module(), computation, instruction, plan.options());
            if (stages.isPresent()) {
                return inStages(stages.get(), instruction, operands);
            }
            var lowering = new KernelLowering(plan.module(), computation, instruction, plan.options());
            var lowered = lowering.lower();
            var result = result(instruction, operands, lowered.updated());
            var name = plan.unique(instruction.name());
            plan.add(launch(name, instruction, lowered, operands, result), new LaunchFusion.Relowering() {
                @Override
                public Set<Long> rows() {
                    return lowered.updated() == LoweredKernel.WRITES_ALL ? lowering.rows() : Set.of();
                }

                @Override
                public Optional<PlanStep.Launch> withRows(long rows) {
                    return lowering.withRows(rows).map(other -> launch(name, instruction, other, operands, result));
                }
            });
            return result;
        } catch (NotLowerable e) {
            if (instruction.op() instanceof HloOp.Fusion fusion) {
                // What is fused has kernels of its own, most of it at least.
                var fused = plan.module().computation(fusion.computation());
                return new ComputationSteps(plan, fused, Set.of()).build(operands);
            }
            var result = plan.computed(instruction.shape());
            var name = plan.unique(instruction.name());
            plan.add(new PlanStep.Reference(name, instruction, operands, result, String.valueOf(e.getMessage())));
            return result;
        }
    }

    private PlanValue inStages(List<KernelStage> stages, HloInstruction instruction, List<PlanValue> operands) {
        PlanValue result = new PlanValue.Tuple(List.of());
        for (var stage : stages) {
            List<PlanValue> inputs = new ArrayList<>(result.arrays().toList());
            inputs.addAll(operands);
            result = plan.computed(stage.result());
            var name = plan.unique(instruction.name() + stage.suffix());
            plan.add(launch(name, instruction, stage.kernel(), inputs, result));
        }
        return result;
    }

    private PlanStep.Launch launch(
            String name,
            HloInstruction instruction,
            LoweredKernel lowered,
            List<PlanValue> operands,
            PlanValue result) {
        var arguments = lowered.arguments().stream()
                .map(argument -> bufferOf(argument, operands, result))
                .toList();
        return new PlanStep.Launch(name, instruction, lowered.kernel(), arguments);
    }

    /** A place for the result: that of the operand which the kernel updates, where nobody needs that any more. */
    private PlanValue result(HloInstruction instruction, List<PlanValue> operands, int updated) {
        if (updated == LoweredKernel.WRITES_ALL) {
            return plan.computed(instruction.shape());
        }
        var before = (PlanValue.Array) operands.get(updated);
        var shape = instruction.shape().asArray();
        if (before.shape().layout().equals(shape.layout())
                && isReadOnce(operands, before.buffer())
                && mayOverwrite(before.buffer())) {
            return new PlanValue.Array(before.buffer(), shape);
        }
        var result = (PlanValue.Array) plan.computed(shape);
        plan.copy(instruction, computation.operand(instruction, updated).name(), before, result);
        return result;
    }

    private static boolean isReadOnce(List<PlanValue> operands, int buffer) {
        return operands.stream()
                        .flatMap(PlanValue::arrays)
                        .filter(array -> array.buffer() == buffer)
                        .count()
                == 1;
    }

    private boolean mayOverwrite(int buffer) {
        var isOurs = (buffer >= firstOwn && !plan.buffer(buffer).isKept()) || lent.contains(buffer);
        return isOurs
                && values.entrySet().stream()
                        .filter(entry -> lastUses.getOrDefault(entry.getKey(), -1) > position)
                        .noneMatch(entry -> entry.getValue().arrays().anyMatch(array -> array.buffer() == buffer));
    }

    private int bufferOf(Argument argument, List<PlanValue> operands, PlanValue result) {
        return switch (argument) {
            case Argument.Operand(int operand, int part) -> part(operands.get(operand), part);
            case Argument.Result(int part) -> part(result, part);
            case Argument.Constant(var literal) ->
                plan.buffer(rowMajor(literal.shape().asArray()), new Content.Constant(literal));
        };
    }

    private static Shape.Array rowMajor(Shape.Array shape) {
        return Shape.array(shape.elementType(), shape.dimensions());
    }

    private static int part(PlanValue value, int part) {
        return value.arrays().toList().get(part).buffer();
    }

    /** All buffers of a value. */
    static Set<Integer> buffers(PlanValue value) {
        return value.arrays().map(PlanValue.Array::buffer).collect(Collectors.toSet());
    }
}
