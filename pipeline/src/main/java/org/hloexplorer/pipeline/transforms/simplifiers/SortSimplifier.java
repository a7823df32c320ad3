package org.hloexplorer.pipeline.transforms.simplifiers;

import static org.hloexplorer.hlo.HloOpcode.GET_TUPLE_ELEMENT;
import static org.hloexplorer.hlo.HloOpcode.TUPLE;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;
import org.hloexplorer.pipeline.transforms.NonFusionComputations;

/** Sorts only what is looked at. */
public final class SortSimplifier implements HloPass {
    private static final String RULE = "drop-sort-operand";

    @Override
    public String name() {
        return "simplify-sorts";
    }

    @Override
    public String summary() {
        return "drops operands of sorts that neither the comparison nor a user looks at";
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(new RuleDescription(RULE, "sort(x, unused) → sort(x)", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        for (var computation : NonFusionComputations.of(module)) {
            var computationEditor = editor.edit(computation);
            for (var instruction : computation.instructions()) {
                if (instruction.op() instanceof HloOp.Sort sort) {
                    simplify(computationEditor.current(instruction), sort, computationEditor);
                }
            }
        }
        return editor.commit();
    }

    private static void simplify(HloInstruction instruction, HloOp.Sort sort, ComputationEditor editor) {
        var used = usedOperands(instruction, sort, editor);
        if (instruction.operandCount() > 1 && used.size() < instruction.operandCount() && !used.isEmpty()) {
            editor.rewrite(RULE, instruction, () -> narrowed(instruction, sort, used, editor));
        }
    }

    private static List<Integer> usedOperands(HloInstruction instruction, HloOp.Sort sort, ComputationEditor editor) {
        if (editor.isRoot(instruction)
                || editor.users(instruction).stream().anyMatch(user -> user.opcode() != GET_TUPLE_ELEMENT)) {
            return IntStream.range(0, instruction.operandCount()).boxed().toList();
        }
        var used = new TreeSet<Integer>();
        editor.users(instruction).forEach(user -> used.add(((HloOp.GetTupleElement) user.op()).index()));
        var comparator = editor.module().current(sort.comparator());
        for (var parameter : comparator.parameters()) {
            if (!comparator.users(parameter).isEmpty()) {
                used.add(((HloOp.Parameter) parameter.op()).number() / 2);
            }
        }
        return List.copyOf(used);
    }

    /** A tuple with what is left in its old places; the gaps hold the unsorted operands, which nobody looks at. */
    private static HloInstruction narrowed(
            HloInstruction instruction, HloOp.Sort sort, List<Integer> used, ComputationEditor editor) {
        var comparator = narrowed(editor.module().current(sort.comparator()), used, editor.module());
        var operands = used.stream().map(i -> editor.operand(instruction, i)).toArray(HloInstruction[]::new);
        var shapes = Arrays.stream(operands).map(HloInstruction::shape).toList();
        var op = new HloOp.Sort(sort.dimension(), sort.isStable(), comparator);
        var sorted = editor.add(op, used.size() == 1 ? shapes.getFirst() : new Shape.Tuple(shapes), operands);
        var elements = editor.operands(instruction).toArray(HloInstruction[]::new);
        for (int i = 0; i < used.size(); i++) {
            elements[used.get(i)] =
                    used.size() == 1 ? sorted : editor.add(new HloOp.GetTupleElement(i), shapes.get(i), sorted);
        }
        return editor.add(new HloOp.Plain(TUPLE), instruction.shape(), elements);
    }

    private static int narrowed(HloComputation comparator, List<Integer> used, ModuleEditor module) {
        var copy = module.copy(comparator, ".narrow");
        var editor = module.edit(copy.id());
        for (var parameter : copy.parameters()) {
            int number = ((HloOp.Parameter) parameter.op()).number();
            int place = used.indexOf(number / 2);
            if (place < 0) {
                editor.remove(parameter);
            } else {
                editor.update(parameter.withOp(new HloOp.Parameter(2 * place + number % 2)));
            }
        }
        return copy.id();
    }
}
