package org.hloexplorer.pipeline.transforms.layout;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;

/** Writes the chosen layouts into a computation, with copies where a value is read in another one than it has. */
final class LayoutWriter {
    static final String ASSIGN = "assign-layout";

    private final ComputationEditor editor;
    private final ComputationLayouts layouts;
    private final LayoutCopies copies;

    LayoutWriter(ComputationEditor editor, ComputationLayouts layouts) {
        this.editor = editor;
        this.layouts = layouts;
        this.copies = new LayoutCopies(editor, layouts);
    }

    /** Writes all of them; what is called is written already. */
    void write() {
        for (var visited : editor.base().instructions()) {
            writeResult(editor.current(visited), visited);
            for (int i = 0; i < visited.operandCount(); i++) {
                fitOperand(editor.current(visited), visited, i);
            }
        }
        fitResult();
    }

    private void writeResult(HloInstruction instruction, HloInstruction base) {
        var shape = shape(instruction, base);
        if (shape instanceof Shape.Array array && array.rank() > 1) {
            layouts.trail(base, 0)
                    .ifPresent(reason -> editor.context()
                            .layoutChosen(
                                    instruction.id(),
                                    instruction.name(),
                                    array.layout().toString(),
                                    reason));
        }
        if (!shape.equals(instruction.shape())
                && editor.context().isEnabled(ASSIGN)
                && editor.context().mayRewrite(ASSIGN, instruction.id())) {
            editor.update(instruction.withShape(shape));
            editor.context()
                    .rewritten(
                            ASSIGN,
                            instruction.id(),
                            instruction.id(),
                            "%s = %s → %s".formatted(instruction, instruction.shape(), shape));
        }
    }

    /** What only passes arrays on has them as they are now, whether or not all layouts were written. */
    private Shape shape(HloInstruction instruction, HloInstruction base) {
        return switch (instruction.op()) {
            case HloOp.GetTupleElement(int index) ->
                ((Shape.Tuple) editor.operand(instruction, 0).shape())
                        .elements()
                        .get(index);
            case HloOp.Call(var callee, var _) -> rootOf(callee);
            case HloOp.While loop -> rootOf(loop.body());
            case HloOp.Conditional conditional -> rootOf(conditional.branches().getFirst());
            default ->
                switch (instruction.opcode()) {
                    case TUPLE ->
                        new Shape.Tuple(editor.operands(instruction).stream()
                                .map(HloInstruction::shape)
                                .toList());
                    case OPTIMIZATION_BARRIER -> editor.operand(instruction, 0).shape();
                    default -> layouts.chosen(base).shape();
                };
        };
    }

    private Shape rootOf(int callee) {
        return editor.module().edit(callee).root().shape();
    }

    private void fitOperand(HloInstruction user, HloInstruction base, int operand) {
        var wanted = layouts.operand(base, operand);
        if (Interfaces.passesArrays(user)) {
            fitParameter(user, operand, wanted.map(each -> each.trail(0)).orElse("%s takes it so".formatted(user)));
        } else {
            wanted.ifPresent(each -> fit(
                    user,
                    operand,
                    each.wish().shape(),
                    IntStream.range(0, each.wish().reasons().size())
                            .mapToObj(each::trail)
                            .toList()));
        }
    }

    private void fitParameter(HloInstruction caller, int operand, String reason) {
        int callee = switch (caller.op()) {
            case HloOp.While loop -> loop.body();
            case HloOp.Conditional conditional ->
                operand == 0 ? -1 : conditional.branches().get(operand - 1);
            default -> caller.calledComputations().getFirst();
        };
        if (callee >= 0) {
            var called = editor.module().edit(callee);
            int number = caller.op() instanceof HloOp.Call ? operand : 0;
            var parameter = called.current(called.base().parameters().get(number));
            fit(caller, operand, parameter.shape(), Collections.nCopies(Leaves.count(parameter.shape()), reason));
        }
    }

    private void fit(HloInstruction user, int operand, Shape wanted, List<String> reasons) {
        var source = editor.operand(user, operand);
        var fitting = copies.fitting(source, wanted, user, reasons);
        if (fitting.id() != source.id()) {
            var ids = user.operandIds();
            ids[operand] = fitting.id();
            editor.update(user.withOperands(ids));
        }
    }

    /** Copies what of the result does not lie as the caller wants it. */
    private void fitResult() {
        var root = editor.root();
        var wanted = layouts.result();
        var reasons = wanted.reasons().stream()
                .map(reason -> "%s [%s, priority %d]"
                        .formatted(reason.trail(), reason.kind().words(), layouts.priority()))
                .toList();
        var fitting = copies.fitting(root, wanted.shape(), root, reasons);
        if (fitting.id() != root.id()) {
            editor.setRoot(fitting);
        }
    }
}
