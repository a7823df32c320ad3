package org.hloexplorer.pipeline.transforms.loops;

import static org.hloexplorer.hlo.HloOpcode.CONSTANT;
import static org.hloexplorer.hlo.HloOpcode.GET_TUPLE_ELEMENT;
import static org.hloexplorer.hlo.HloOpcode.TUPLE;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;
import org.hloexplorer.pipeline.transforms.NonFusionComputations;

/** Computes before a loop what is the same in every round. */
public final class WhileLoopInvariantCodeMotion implements HloPass {
    private static final String RULE = "hoist-invariant";

    @Override
    public String name() {
        return "while-loop-invariant-code-motion";
    }

    @Override
    public String summary() {
        return "computes before a loop what is the same in every round";
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(new RuleDescription(RULE, "while: f(unchanged) → f(unchanged); while", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        for (var computation : NonFusionComputations.of(module)) {
            var computationEditor = editor.edit(computation);
            for (var instruction : computation.instructions()) {
                if (instruction.op() instanceof HloOp.While loop
                        && module.callers(loop.body()).size() == 1
                        && module.callers(loop.condition()).size() == 1) {
                    new Hoisting(computationEditor.current(instruction), loop, computationEditor).run();
                }
            }
        }
        return editor.commit();
    }

    private static final class Hoisting {
        private final HloInstruction loop;
        private final HloOp.While op;
        private final ComputationEditor outer;
        private final ComputationEditor body;
        private final Map<Integer, HloInstruction> outside = new HashMap<>();

        Hoisting(HloInstruction loop, HloOp.While op, ComputationEditor outer) {
            this.loop = loop;
            this.op = op;
            this.outer = outer;
            this.body = outer.module().edit(op.body());
        }

        void run() {
            var init = outer.operand(loop, 0);
            if (init.opcode() != TUPLE || body.root().opcode() != TUPLE || outer.hasControlDependencies(loop)) {
                return;
            }
            findUnchanged(init);
            for (var instruction : body.instructions()) {
                if (body.contains(instruction.id()) && isInvariant(body.current(instruction))) {
                    hoist(body.current(instruction));
                }
            }
        }

        /** Elements that the body passes through have the value they begin with. */
        private void findUnchanged(HloInstruction init) {
            var now = body.commit();
            for (var instruction : now.instructions()) {
                WhileTripCount.element(now, instruction)
                        .filter(index -> WhileTripCount.element(now, now.operand(now.root(), index))
                                .filter(each -> each.equals(index))
                                .isPresent())
                        .ifPresent(index -> outside.put(instruction.id(), outer.operand(init, index)));
            }
        }

        private boolean isInvariant(HloInstruction instruction) {
            return !outside.containsKey(instruction.id())
                    && instruction.operandCount() > 0
                    && !body.isRoot(instruction)
                    && !body.hasControlDependencies(instruction)
                    && !body.module().sideEffects().of(instruction)
                    && instruction.shape() instanceof Shape.Array
                    && instruction.opcode() != GET_TUPLE_ELEMENT
                    && body.operands(instruction).stream()
                            .allMatch(operand -> outside.containsKey(operand.id()) || operand.opcode() == CONSTANT);
        }

        private void hoist(HloInstruction instruction) {
            var context = outer.context();
            if (!isWorthwhile(instruction)) {
                return;
            }
            long read = body.operands(instruction).stream()
                    .mapToLong(operand -> operand.shape().bytes())
                    .sum();
            if (instruction.shape().bytes() > read) {
                context.declined(
                        RULE,
                        instruction.id(),
                        instruction.name(),
                        "its %d bytes would be carried through the loop, more than the %d it is made from"
                                .formatted(instruction.shape().bytes(), read),
                        List.of(new Quantity("bytes", instruction.shape().bytes(), read, "B")));
            } else if (context.isEnabled(RULE) && context.mayRewrite(RULE, instruction.id())) {
                carry(instruction, hoisted(instruction));
            }
        }

        /** What moves no data or makes it up is not worth a place in the loop's tuple by itself. */
        private static boolean isWorthwhile(HloInstruction instruction) {
            return switch (instruction.opcode()) {
                case BITCAST, BROADCAST, IOTA, RESHAPE, REVERSE, SLICE, TRANSPOSE, TUPLE -> false;
                default -> true;
            };
        }

        private HloInstruction hoisted(HloInstruction instruction) {
            var operands =
                    body.operands(instruction).stream().map(this::valueOutside).toArray(HloInstruction[]::new);
            var ids = Arrays.stream(operands).mapToInt(HloInstruction::id).toArray();
            var module = outer.module();
            var copy = instruction
                    .copiedAs(module.newId(), module.newName(instruction.name()))
                    .withOperands(ids);
            return outer.insertBefore(copy, outer.current(loop));
        }

        private HloInstruction valueOutside(HloInstruction operand) {
            var known = outside.get(operand.id());
            if (known != null) {
                return known;
            }
            var module = outer.module();
            var copy = operand.copiedAs(module.newId(), module.newName(operand.name()));
            outside.put(operand.id(), outer.insertBefore(copy, outer.current(loop)));
            return copy;
        }

        /** Adds an element to the loop's tuple for the value, and uses it in the body. */
        private void carry(HloInstruction instruction, HloInstruction value) {
            var init = outer.operand(outer.current(loop), 0);
            int index = init.operandCount();
            var shape = new Shape.Tuple(
                    Stream.concat(((Shape.Tuple) init.shape()).elements().stream(), Stream.of(value.shape()))
                            .toList());
            widen(body, shape);
            widen(outer.module().edit(op.condition()), shape);
            var parameter = body.commit().parameters().getFirst();
            var element = body.addNamed("invariant", new HloOp.GetTupleElement(index), value.shape(), parameter);
            body.replaceAllUses(instruction, element);
            body.removeDead(body.current(instruction));
            body.update(appended(body.root(), element, shape));
            var start = outer.module()
                    .instruction(
                            "tuple",
                            new HloOp.Plain(TUPLE),
                            shape,
                            appended(init, value, shape).operandIds());
            outer.insertBefore(start, outer.current(loop));
            outer.update(outer.current(loop).withOperands(start.id()).withShape(shape));
            outer.removeDead(init);
            outside.put(element.id(), value);
            outer.context()
                    .rewritten(
                            RULE,
                            instruction.id(),
                            value.id(),
                            "%s → %s before %s".formatted(instruction, value, loop));
        }

        private static void widen(ComputationEditor computation, Shape shape) {
            var parameter = computation.commit().parameters().getFirst();
            computation.update(parameter.withShape(shape));
        }

        private static HloInstruction appended(HloInstruction tuple, HloInstruction element, Shape shape) {
            var ids = Arrays.copyOf(tuple.operandIds(), tuple.operandCount() + 1);
            ids[tuple.operandCount()] = element.id();
            return tuple.withOperands(ids).withShape(shape);
        }
    }
}
