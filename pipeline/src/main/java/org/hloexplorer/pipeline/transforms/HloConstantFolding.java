package org.hloexplorer.pipeline.transforms;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.eval.EvaluationException;
import org.hloexplorer.hlo.eval.EvaluationOptions;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;
import org.hloexplorer.pipeline.rewrite.Refusal;

/**
 * Computes at compile time what depends on constants only, with the reference evaluator.
 *
 * <p>What it would cost is estimated first; above the limits an instruction is left alone, with the numbers.
 */
public final class HloConstantFolding implements HloPass {

    static final Option<Long> MAX_ELEMENTS = Option.count(
            "constant_folding.max-elements",
            45_000_000,
            "elements of a result from which it is not folded if it is larger than its operands; XLA's is 45000000");

    static final Option<Long> MAX_WORK = Option.count(
            "constant_folding.max-work",
            1_000_000_000,
            "scalar operations that folding one instruction may take; XLA has no limit, and warns after seconds");

    private static final String RULE = "fold-constant";

    @Override
    public String name() {
        return "constant_folding";
    }

    @Override
    public String summary() {
        return "computes at compile time what depends on constants only";
    }

    @Override
    public List<Option<?>> options() {
        return List.of(MAX_ELEMENTS, MAX_WORK);
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(
                new RuleDescription(
                        ConstantArguments.RULE, "f(x), called with a constant everywhere → f()", Effect.EXACT),
                new RuleDescription(RULE, "f(constants) → constant", Effect.ROUNDING));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        new ConstantArguments(editor).sink();
        var evaluator = new HloEvaluator(EvaluationOptions.standard().withCancellation(context.cancellation()));
        for (var computation : NonFusionComputations.of(module)) {
            var folding = new Folding(editor.edit(computation), evaluator);
            folding.editor().instructions().forEach(folding::visit);
        }
        return editor.commit();
    }

    private record Folding(ComputationEditor editor, HloEvaluator evaluator) {

        void visit(HloInstruction visited) {
            if (!editor.contains(visited.id()) || editor.context().isExhausted()) {
                return;
            }
            var instruction = editor.current(visited);
            if (isFoldable(instruction) && dependsOnConstantsOnly(instruction)) {
                refusal(instruction).ifPresentOrElse(refusal -> decline(instruction, refusal), () -> fold(instruction));
            }
        }

        private void decline(HloInstruction instruction, Refusal refusal) {
            editor.context()
                    .declined(RULE, instruction.id(), instruction.name(), refusal.reason(), refusal.quantities());
        }

        private boolean isFoldable(HloInstruction instruction) {
            return switch (instruction.opcode()) {
                case PARAMETER,
                        CONSTANT,
                        TUPLE,
                        BROADCAST,
                        IOTA,
                        FFT,
                        CUSTOM_CALL,
                        COPY_START,
                        COPY_DONE,
                        DOMAIN,
                        OPTIMIZATION_BARRIER,
                        GET_DIMENSION_SIZE,
                        RAGGED_DOT,
                        RNG,
                        RNG_BIT_GENERATOR,
                        RNG_GET_AND_UPDATE_STATE,
                        WHILE,
                        ASYNC_START,
                        ASYNC_UPDATE,
                        ASYNC_DONE,
                        AFTER_ALL,
                        ADD_DEPENDENCY,
                        UNKNOWN -> false;
                default ->
                    instruction.opcode().category() != HloOpcode.Category.COLLECTIVE
                            && instruction.shape() instanceof Shape.Array
                            && instruction.operandCount() > 0
                            && !editor.isDead(instruction)
                            && callsFoldableOnly(instruction)
                            && !editor.module().sideEffects().of(instruction);
            };
        }

        /** Whether everything that is called could be folded by itself. */
        private boolean callsFoldableOnly(HloInstruction instruction) {
            for (int callee : instruction.calledComputations()) {
                for (var inner : editor.module().current(callee).instructions()) {
                    if (isIllegalInside(inner) || !callsFoldableOnly(inner)) {
                        return false;
                    }
                }
            }
            return true;
        }

        private static boolean isIllegalInside(HloInstruction inner) {
            return switch (inner.opcode()) {
                case FFT,
                        CUSTOM_CALL,
                        COPY_START,
                        COPY_DONE,
                        DOMAIN,
                        OPTIMIZATION_BARRIER,
                        RAGGED_DOT,
                        RNG,
                        RNG_BIT_GENERATOR,
                        RNG_GET_AND_UPDATE_STATE,
                        WHILE,
                        UNKNOWN -> true;
                default -> inner.opcode().category() == HloOpcode.Category.COLLECTIVE;
            };
        }

        /** Constants, and broadcasts of constants, with at least one of the former. */
        private boolean dependsOnConstantsOnly(HloInstruction instruction) {
            var operands = editor.operands(instruction);
            return operands.stream().anyMatch(Folding::isConstant)
                    && operands.stream().allMatch(each -> isConstant(each) || isBroadcastConstant(each));
        }

        private static boolean isConstant(HloInstruction instruction) {
            return instruction.opcode() == HloOpcode.CONSTANT;
        }

        private boolean isBroadcastConstant(HloInstruction instruction) {
            return instruction.opcode() == HloOpcode.BROADCAST && isConstant(editor.operand(instruction, 0));
        }

        private Optional<Refusal> refusal(HloInstruction instruction) {
            if (editor.hasControlDependencies(instruction)) {
                return Optional.of(Refusal.because("control dependencies hold it in its place"));
            }
            long elements = instruction.shape().asArray().elements();
            long given = editor.operands(instruction).stream()
                    .mapToLong(operand -> operand.shape().asArray().elements())
                    .sum();
            long mostElements = editor.context().option(MAX_ELEMENTS);
            if (elements > mostElements && elements > given) {
                return Optional.of(Refusal.because(
                        "its %d elements would be kept in the program".formatted(elements),
                        Quantity.count("elements", elements, mostElements)));
            }
            long work = FoldingCost.of(instruction, editor);
            long mostWork = editor.context().option(MAX_WORK);
            return work <= mostWork
                    ? Optional.empty()
                    : Optional.of(Refusal.because(
                            "it would take %d operations to compute now".formatted(work),
                            Quantity.count("operations", work, mostWork)));
        }

        private void fold(HloInstruction instruction) {
            try {
                editor.rewrite(RULE, instruction, () -> constantOf(instruction));
            } catch (EvaluationException e) {
                decline(instruction, Refusal.because(String.valueOf(e.getMessage())));
            }
        }

        private HloInstruction constantOf(HloInstruction instruction) {
            var literal = valueOf(instruction);
            return editor.add(new HloOp.Constant(literal), instruction.shape());
        }

        private Literal valueOf(HloInstruction instruction) {
            if (isConstant(instruction)) {
                return Match.literal(instruction);
            }
            var operands = new ArrayList<Literal>();
            editor.operands(instruction).forEach(operand -> operands.add(valueOf(operand)));
            var value = evaluator.evaluateInstruction(
                    instruction, operands, editor.module().module());
            return operands.stream().anyMatch(Literal::isMadeUp) ? value.madeUp() : value;
        }
    }
}
