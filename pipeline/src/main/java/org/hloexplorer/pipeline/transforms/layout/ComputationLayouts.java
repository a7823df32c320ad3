package org.hloexplorer.pipeline.transforms.layout;

import static org.hloexplorer.pipeline.transforms.layout.LayoutConstraint.Kind.BUFFER;
import static org.hloexplorer.pipeline.transforms.layout.LayoutConstraint.Kind.INTERFACE;

import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;

/** The layouts of one computation. */
final class ComputationLayouts {
    static final String ASSIGN = "assign-layout";

    private final ComputationEditor editor;
    private final Shape result;
    private final boolean isEntry;
    private final LayoutPreferences preferences;
    private final LayoutCopies copies;

    ComputationLayouts(ComputationEditor editor, Shape result, boolean isEntry, ContractionWishes contractions) {
        this.editor = editor;
        this.result = result;
        this.isEntry = isEntry;
        this.preferences = new LayoutPreferences(editor, contractions);
        this.copies = new LayoutCopies(editor, preferences);
    }

    void assign() {
        for (var visited : editor.base().instructions()) {
            chooseResult(editor.current(visited));
            fitOperands(editor.current(visited));
        }
        fitResult();
    }

    private void chooseResult(HloInstruction instruction) {
        switch (instruction.shape()) {
            case Shape.Array array
            when instruction.op() instanceof HloOp.Parameter ->
                choose(instruction, array, ofParameter(instruction, array));
            case Shape.Array array
            when instruction.op() instanceof HloOp.GetTupleElement(int index) ->
                choose(instruction, array, ofElement(instruction, index));
            case Shape.Array array -> choose(instruction, array, preferences.ofResult(instruction));
            case Shape.Tuple _ -> chooseTuple(instruction);
            case Shape.Buffer _, Shape.Token _, Shape.Opaque _ -> {}
        }
    }

    private LayoutConstraint ofParameter(HloInstruction parameter, Shape.Array array) {
        return isEntry
                ? LayoutConstraint.of(
                        INTERFACE,
                        array.layout(),
                        "the caller hands over %s as %s".formatted(parameter, array.layout()))
                : LayoutConstraint.rowMajor(
                        INTERFACE, array.rank(), "computations such as %s take arrays row-major".formatted(name()));
    }

    private LayoutConstraint ofElement(HloInstruction element, int index) {
        var tuple = editor.operand(element, 0);
        var shape = ((Shape.Tuple) tuple.shape()).elements().get(index).asArray();
        return LayoutConstraint.of(
                tuple.op() instanceof HloOp.Parameter ? INTERFACE : BUFFER,
                shape.layout(),
                "%s holds it as %s".formatted(tuple, shape.layout()));
    }

    private String name() {
        return editor.base().name();
    }

    /** A tuple's elements lie as they were; what comes out of a called computation is row-major. */
    private void chooseTuple(HloInstruction instruction) {
        Shape shape = switch (instruction.opcode()) {
            case TUPLE -> tupleOfOperands(instruction);
            case OPTIMIZATION_BARRIER -> editor.operand(instruction, 0).shape();
            case PARAMETER -> isEntry ? instruction.shape() : EntryLayout.rowMajor(instruction.shape());
            default -> EntryLayout.rowMajor(instruction.shape());
        };
        if (!shape.equals(instruction.shape())) {
            assign(instruction, shape);
        }
    }

    private Shape tupleOfOperands(HloInstruction tuple) {
        return new Shape.Tuple(
                editor.operands(tuple).stream().map(HloInstruction::shape).toList());
    }

    private void choose(HloInstruction instruction, Shape.Array shape, LayoutConstraint choice) {
        if (shape.rank() < 2) {
            return;
        }
        preferences.chose(instruction, choice);
        editor.context()
                .layoutChosen(
                        instruction.id(), instruction.name(), choice.layout().toString(), choice.trail());
        if (!shape.layout().equals(choice.layout())) {
            assign(instruction, shape.withLayout(choice.layout()));
        }
    }

    private void assign(HloInstruction instruction, Shape shape) {
        if (editor.context().isEnabled(ASSIGN) && editor.context().mayRewrite(ASSIGN, instruction.id())) {
            editor.update(editor.current(instruction).withShape(shape));
            editor.context()
                    .rewritten(
                            ASSIGN,
                            instruction.id(),
                            instruction.id(),
                            "%s = %s → %s".formatted(instruction, instruction.shape(), shape));
        }
    }

    private void fitOperands(HloInstruction instruction) {
        for (int i = 0; i < instruction.operandCount(); i++) {
            fitOperand(editor.current(instruction), i);
        }
    }

    private void fitOperand(HloInstruction instruction, int operand) {
        var source = editor.operand(instruction, operand);
        if (source.shape() instanceof Shape.Array array) {
            preferences
                    .ofOperand(instruction, operand)
                    .ifPresent(choice -> fit(instruction, operand, array.withLayout(choice.layout()), choice));
        } else if (callsComputations(instruction)) {
            fit(
                    instruction,
                    operand,
                    EntryLayout.rowMajor(source.shape()),
                    LayoutConstraint.rowMajor(
                            INTERFACE, 0, "%s hands it to another computation, row-major".formatted(instruction)));
        }
    }

    private static boolean callsComputations(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case WHILE, CONDITIONAL, CALL, FUSION, CUSTOM_CALL, ASYNC_START -> true;
            default -> false;
        };
    }

    private void fit(HloInstruction user, int operand, Shape wanted, LayoutConstraint wish) {
        var source = editor.operand(user, operand);
        if (source.shape().equals(wanted)) {
            return;
        }
        if (wanted instanceof Shape.Array array && LayoutPreferences.isFree(source) && editor.userCount(source) == 1) {
            choose(
                    source,
                    source.shape().asArray(),
                    new LayoutConstraint(
                            wish.kind(),
                            array.layout(),
                            wish.cause(),
                            wish.before(),
                            wish.carrier(),
                            "and %s can lie as its only user likes".formatted(source)));
        } else {
            var fitting = copies.fitting(source, wanted, user, wish.trail());
            editor.update(withOperand(editor.current(user), operand, fitting));
        }
    }

    private static HloInstruction withOperand(HloInstruction user, int operand, HloInstruction changed) {
        var ids = user.operandIds();
        ids[operand] = changed.id();
        return user.withOperands(ids);
    }

    /** Copies what of the result does not lie as the caller wants it. */
    private void fitResult() {
        var root = editor.root();
        var reason = isEntry
                ? "the caller wants the result like that"
                : "computations such as %s yield arrays row-major".formatted(name());
        if (LayoutPreferences.isFree(root) && result instanceof Shape.Array wanted) {
            choose(root, root.shape().asArray(), LayoutConstraint.of(INTERFACE, wanted.layout(), reason));
        } else {
            var fitting = copies.fitting(
                    root,
                    result,
                    root,
                    LayoutConstraint.rowMajor(INTERFACE, 0, reason).trail());
            if (fitting.id() != root.id()) {
                editor.setRoot(fitting);
            }
        }
    }
}
