package org.hloexplorer.pipeline.transforms.simplifiers;

import static org.hloexplorer.hlo.HloOpcode.SLICE;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

/** Does once for a whole array what a program does to its parts one by one, and slices the result. */
public final class SliceSinker implements HloPass {
    private static final String RULE = "sink-slices";

    /** What makes several operations one: the operation, and the arrays that its operands are slices of. */
    private record Group(HloOp op, List<Integer> sources) {}

    @Override
    public String name() {
        return "slice-sinker";
    }

    @Override
    public String summary() {
        return "does once for whole arrays what is done to their slices";
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(
                new RuleDescription(RULE, "f(slice(x)), f(slice'(x)) → slice(f(x)), slice'(f(x))", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        NonFusionComputations.of(module).forEach(computation -> run(editor.edit(computation)));
        return editor.commit();
    }

    private static void run(ComputationEditor editor) {
        var groups = new LinkedHashMap<Group, Map<HloOp, HloInstruction>>();
        for (var instruction : editor.instructions()) {
            if (isSlicedAlike(instruction, editor)) {
                var sources = editor.operands(instruction).stream()
                        .map(slice -> slice.operandId(0))
                        .toList();
                groups.computeIfAbsent(new Group(instruction.op(), sources), _ -> new LinkedHashMap<>())
                        .putIfAbsent(editor.operand(instruction, 0).op(), instruction);
            }
        }
        groups.values().forEach(parts -> sink(List.copyOf(parts.values()), editor));
    }

    /** An element-wise operation on the same part of arrays of the same shape. */
    private static boolean isSlicedAlike(HloInstruction instruction, ComputationEditor editor) {
        if (!instruction.opcode().isElementwise() || instruction.operandCount() == 0) {
            return false;
        }
        var first = editor.operand(instruction, 0);
        return first.op() instanceof HloOp.Slice(var _, var _, var strides)
                && strides.stream().allMatch(stride -> stride == 1)
                && editor.operands(instruction).stream()
                        .allMatch(operand -> operand.opcode() == SLICE
                                && operand.op().equals(first.op())
                                && sizes(editor.operand(operand, 0)).equals(sizes(editor.operand(first, 0))));
    }

    private static List<Long> sizes(HloInstruction instruction) {
        return instruction.shape().asArray().dimensions();
    }

    private static void sink(List<HloInstruction> parts, ComputationEditor editor) {
        var first = parts.getFirst();
        var source = editor.operand(editor.operand(first, 0), 0).shape().asArray();
        long used = parts.stream()
                .mapToLong(part -> part.shape().asArray().elements())
                .sum();
        if (parts.size() < 2 || used < source.elements()) {
            var elements = Quantity.count("elements of the parts", used, source.elements());
            editor.context()
                    .declined(
                            RULE,
                            first.id(),
                            first.name(),
                            "%d parts of %d elements are less than the whole of %d"
                                    .formatted(parts.size(), used, source.elements()),
                            List.of(elements));
            return;
        }
        HloInstruction whole = null;
        for (var part : parts) {
            var made = new HloInstruction[] {whole};
            editor.rewrite(RULE, part, () -> {
                made[0] = made[0] == null ? whole(part, source, editor) : editor.current(made[0]);
                return editor.add(editor.operand(part, 0).op(), part.shape(), made[0]);
            });
            whole = made[0];
        }
    }

    private static HloInstruction whole(HloInstruction part, Shape.Array source, ComputationEditor editor) {
        var operands = editor.operands(part).stream()
                .map(slice -> editor.operand(slice, 0))
                .toArray(HloInstruction[]::new);
        return editor.add(
                part.op(), source.withElementType(part.shape().asArray().elementType()), operands);
    }
}
