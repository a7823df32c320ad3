package org.hloexplorer.pipeline.transforms.simplifiers;

import static org.hloexplorer.hlo.HloOpcode.RESHAPE;
import static org.hloexplorer.hlo.HloOpcode.TRANSPOSE;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;
import org.hloexplorer.pipeline.transforms.NonFusionComputations;

/**
 * Moves reshapes and transposes below element-wise operations, where several may become one.
 *
 * <p>An operation is moved above its operands' rearrangement if all of them are rearranged alike, or can be without
 * cost; and only if that leaves no user of the rearranged values behind.
 */
public final class ReshapeMover implements HloPass {
    private static final String RULE = "move-rearrangement";

    @Override
    public String name() {
        return "reshape-mover";
    }

    @Override
    public String summary() {
        return "moves reshapes and transposes below element-wise operations";
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(new RuleDescription(RULE, "f(reshape(x), reshape(y)) → reshape(f(x, y))", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        NonFusionComputations.of(module).forEach(computation -> new Moving(editor.edit(computation)).run());
        return editor.commit();
    }

    private record Moving(ComputationEditor editor) {

        void run() {
            var candidates = candidates();
            for (var visited : editor.instructions()) {
                if (candidates.contains(visited.id())) {
                    var instruction = editor.current(visited);
                    editor.rewrite(RULE, instruction, () -> moved(instruction));
                }
            }
        }

        /** Operations that can be moved, without those that share a rearrangement with one that cannot. */
        private Set<Integer> candidates() {
            var candidates = new LinkedHashSet<Integer>();
            editor.instructions().stream().filter(this::isCandidate).forEach(each -> candidates.add(each.id()));
            boolean isShrinking = true;
            while (isShrinking) {
                isShrinking = false;
                for (int id : List.copyOf(candidates)) {
                    if (sharesRearrangement(id, candidates)) {
                        candidates.remove(id);
                        isShrinking = true;
                    }
                }
            }
            return candidates;
        }

        private boolean sharesRearrangement(int id, Set<Integer> candidates) {
            return editor.operands(editor.instruction(id)).stream()
                    .filter(Moving::isRearrangement)
                    .flatMap(operand -> editor.users(operand).stream())
                    .anyMatch(user -> !candidates.contains(user.id()));
        }

        private boolean isCandidate(HloInstruction instruction) {
            if (!instruction.opcode().isElementwise() || editor.isDead(instruction)) {
                return false;
            }
            var first = firstRearrangement(instruction);
            return first.isPresent()
                    && editor.operands(instruction).stream()
                            .allMatch(operand -> isRearrangement(operand)
                                    ? isLike(operand, first.get())
                                    : isEasilyRearranged(operand, first.get()));
        }

        private Optional<HloInstruction> firstRearrangement(HloInstruction instruction) {
            return editor.operands(instruction).stream()
                    .filter(this::isNontrivialRearrangement)
                    .findFirst();
        }

        private boolean isNontrivialRearrangement(HloInstruction instruction) {
            return isRearrangement(instruction) && !isEasilyRearranged(editor.operand(instruction, 0), instruction);
        }

        private static boolean isRearrangement(HloInstruction instruction) {
            return instruction.opcode() == RESHAPE || instruction.opcode() == TRANSPOSE;
        }

        /** Whether the inverse of a rearrangement costs nothing. */
        private boolean isEasilyRearranged(HloInstruction instruction, HloInstruction rearrangement) {
            return switch (instruction.opcode()) {
                case CONSTANT -> true;
                case RNG -> editor.userCount(instruction) == 1;
                case BROADCAST -> isSorted(dimensions(instruction)) && staysBroadcast(instruction, rearrangement);
                default -> isNothing(rearrangement);
            };
        }

        private boolean isNothing(HloInstruction rearrangement) {
            return rearrangement.opcode() == TRANSPOSE
                    ? isSorted(dimensions(rearrangement))
                    : sizes(rearrangement).equals(sizes(editor.operand(rearrangement, 0)));
        }

        /** Of a scalar, or where the transpose leaves the broadcast dimensions in their order. */
        private boolean staysBroadcast(HloInstruction broadcast, HloInstruction rearrangement) {
            if (rearrangement.opcode() == RESHAPE) {
                return editor.operand(broadcast, 0).shape().asArray().isScalar();
            }
            var permutation = dimensions(rearrangement);
            return isSorted(
                    dimensions(broadcast).stream().map(permutation::indexOf).toList());
        }

        private static List<Integer> dimensions(HloInstruction instruction) {
            return ((HloOp.WithDimensions) instruction.op()).dimensions();
        }

        private static boolean isSorted(List<Integer> numbers) {
            return numbers.equals(numbers.stream().sorted().toList());
        }

        /** Whether both rearrange arrays of the same dimensions in the same way. */
        private boolean isLike(HloInstruction operand, HloInstruction first) {
            return operand.op().equals(first.op())
                    && sizes(operand).equals(sizes(first))
                    && sizes(editor.operand(operand, 0)).equals(sizes(editor.operand(first, 0)));
        }

        private static List<Long> sizes(HloInstruction instruction) {
            return instruction.shape().asArray().dimensions();
        }

        private HloInstruction moved(HloInstruction instruction) {
            var first = firstRearrangement(instruction).orElseThrow();
            var source = editor.operand(first, 0).shape().asArray();
            var operands = editor.operands(instruction).stream()
                    .map(operand -> arrangedBack(operand, first, source))
                    .toArray(HloInstruction[]::new);
            var type = instruction.shape().asArray().elementType();
            var result = editor.add(instruction.op(), source.withElementType(type), operands);
            return editor.add(first.op(), instruction.shape(), result);
        }

        /** The operand as it was, or would have been, before it was rearranged. */
        private HloInstruction arrangedBack(HloInstruction operand, HloInstruction first, Shape.Array source) {
            if (operand.opcode() == RESHAPE && isLike(operand, first)) {
                return editor.operand(operand, 0);
            }
            var shape = source.withElementType(operand.shape().asArray().elementType());
            if (!(first.op() instanceof HloOp.WithDimensions(var opcode, var permutation))) {
                return editor.add(first.op(), shape, operand);
            }
            var back = IntStream.range(0, permutation.size())
                    .mapToObj(permutation::indexOf)
                    .toList();
            var order = operand.shape().asArray().layout().minorToMajor().stream()
                    .map(back::indexOf)
                    .toList();
            return editor.add(new HloOp.WithDimensions(opcode, back), shape.withLayout(Layout.of(order)), operand);
        }
    }
}
