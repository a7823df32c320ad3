package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.kernel.LoweredKernel.Argument;
import org.hloexplorer.pipeline.kernel.PlanBuffer.Content;

/** Goes through a module in the order of its instructions and decides where each value lies and what computes it. */
final class PlanBuilder {
    private final HloModule module;
    private final LoweringOptions options;
    private final Map<Integer, String> excluded;
    private final List<PlanBuffer> buffers = new ArrayList<>();
    private final List<PlanStep> steps = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    PlanBuilder(HloModule module, LoweringOptions options, Map<Integer, String> excluded) {
        this.module = module;
        this.options = options;
        this.excluded = excluded;
    }

    ExecutablePlan build() {
        var parameters = module.entry().parameters().stream()
                .map(parameter -> allocated(parameter.shape(), new Content.Argument()))
                .toList();
        var result = computation(module.entry(), parameters);
        return new ExecutablePlan(module, buffers, steps, parameters, result);
    }

    private PlanValue allocated(Shape shape, Content content) {
        return switch (shape) {
            case Shape.Array array -> new PlanValue.Array(buffer(array, content), array);
            case Shape.Buffer(var contents) -> new PlanValue.Array(buffer(contents, content), contents);
            case Shape.Tuple(var elements) ->
                new PlanValue.Tuple(
                        elements.stream().map(each -> allocated(each, content)).toList());
            case Shape.Token _, Shape.Opaque _ -> new PlanValue.Nothing(shape);
        };
    }

    private int buffer(Shape.Array shape, Content content) {
        buffers.add(new PlanBuffer(buffers.size(), shape, content));
        return buffers.size() - 1;
    }

    private PlanValue computation(HloComputation computation, List<PlanValue> parameters) {
        Map<Integer, PlanValue> values = new HashMap<>();
        var needed = needed(computation);
        for (var instruction : computation.instructions()) {
            if (instruction.op() instanceof HloOp.Parameter(int number)) {
                values.put(instruction.id(), parameters.get(number));
            } else if (needed.contains(instruction.id())) {
                values.put(instruction.id(), value(computation, instruction, values));
            }
        }
        return get(values, computation.root());
    }

    /** What the result depends on; the rest computes nothing anybody sees. */
    private static Set<Integer> needed(HloComputation computation) {
        Set<Integer> needed = new HashSet<>(Set.of(computation.rootId()));
        for (var instruction : computation.instructions().reversed()) {
            if (needed.contains(instruction.id())) {
                computation.operands(instruction).forEach(operand -> needed.add(operand.id()));
            }
        }
        return needed;
    }

    private static PlanValue get(Map<Integer, PlanValue> values, HloInstruction instruction) {
        var value = values.get(instruction.id());
        if (value == null) {
            throw new IllegalStateException("%s is used before it is computed".formatted(instruction));
        }
        return value;
    }

    private PlanValue value(HloComputation computation, HloInstruction instruction, Map<Integer, PlanValue> values) {
        var operands = computation.operands(instruction).stream()
                .map(operand -> get(values, operand))
                .toList();
        return switch (instruction.op()) {
            case HloOp.Constant(var literal) -> constant(instruction.shape(), literal);
            case HloOp.GetTupleElement(int index)
            when operands.getFirst() instanceof PlanValue.Tuple(var elements) -> elements.get(index);
            case HloOp.Call call -> computation(module.computation(call.toApply()), operands);
            case HloOp.Plain plain when plain.opcode() == HloOpcode.TUPLE -> new PlanValue.Tuple(operands);
            case HloOp.Plain plain when isSameValue(plain.opcode()) -> operands.getFirst();
            case HloOp.Plain plain
            when plain.opcode() == HloOpcode.AFTER_ALL -> new PlanValue.Nothing(instruction.shape());
            case HloOp.Plain plain
            when plain.opcode() == HloOpcode.BITCAST
                    && operands.getFirst() instanceof PlanValue.Array(int buffer, var shape)
                    && isSameMemory(shape, instruction.shape()) ->
                new PlanValue.Array(buffer, instruction.shape().asArray());
            default -> step(computation, instruction, operands);
        };
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

    private PlanValue constant(Shape shape, Literal literal) {
        if (literal.shape() instanceof Shape.Tuple) {
            var elements = new ArrayList<PlanValue>();
            for (var element : literal.elements()) {
                elements.add(constant(element.shape(), element));
            }
            return new PlanValue.Tuple(elements);
        }
        return allocated(shape, new Content.Constant(literal));
    }

    private PlanValue step(HloComputation computation, HloInstruction instruction, List<PlanValue> operands) {
        var result = allocated(instruction.shape(), new Content.Computed());
        var name = unique(instruction.name());
        try {
            var reason = excluded.get(instruction.id());
            if (reason != null) {
                throw new NotLowerable(reason);
            }
            var lowered = new KernelLowering(module, computation, instruction, options).lower();
            var arguments = lowered.arguments().stream()
                    .map(argument -> bufferOf(argument, operands, result))
                    .toList();
            steps.add(new PlanStep.Launch(name, instruction, lowered.kernel(), arguments));
        } catch (NotLowerable e) {
            var reason = "%s".formatted(e.getMessage());
            steps.add(new PlanStep.Reference(name, instruction, operands, result, reason));
        }
        return result;
    }

    private int bufferOf(Argument argument, List<PlanValue> operands, PlanValue result) {
        return switch (argument) {
            case Argument.Operand(int operand, int part) -> part(operands.get(operand), part);
            case Argument.Result(int part) -> part(result, part);
            case Argument.Constant(var literal) ->
                buffer(rowMajor(literal.shape().asArray()), new Content.Constant(literal));
        };
    }

    private static Shape.Array rowMajor(Shape.Array shape) {
        return Shape.array(shape.elementType(), shape.dimensions());
    }

    private static int part(PlanValue value, int part) {
        return value.arrays().toList().get(part).buffer();
    }

    private String unique(String name) {
        var candidate = name;
        for (int i = 2; !names.add(candidate); i++) {
            candidate = "%s (call %d)".formatted(name, i);
        }
        return candidate;
    }
}
