package org.hloexplorer.pipeline.transforms.layout;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;

/** The layouts of one computation. */
final class ComputationLayouts {
    static final String ASSIGN = "assign-layout";
    static final String COPY = "insert-copy";

    private final ComputationEditor editor;
    private final Shape result;
    private final boolean isEntry;
    private final LayoutPreferences preferences;
    private final Map<CopyKey, HloInstruction> copies = new HashMap<>();

    private record CopyKey(int source, Layout layout) {}

    ComputationLayouts(ComputationEditor editor, Shape result, boolean isEntry) {
        this.editor = editor;
        this.result = result;
        this.isEntry = isEntry;
        this.preferences = new LayoutPreferences(editor);
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
            when instruction.op() instanceof HloOp.Parameter -> choose(instruction, array, ofParameter(array));
            case Shape.Array array
            when instruction.op() instanceof HloOp.GetTupleElement(int index) ->
                choose(instruction, array, ofElement(instruction, index));
            case Shape.Array array -> choose(instruction, array, preferences.ofResult(instruction));
            case Shape.Tuple _ -> chooseTuple(instruction);
            case Shape.Buffer _, Shape.Token _, Shape.Opaque _ -> {}
        }
    }

    private LayoutChoice ofParameter(Shape.Array array) {
        return isEntry
                ? new LayoutChoice(array.layout(), "the caller hands it over like that")
                : LayoutChoice.rowMajor(array.rank(), "computations hand arrays over row-major");
    }

    private LayoutChoice ofElement(HloInstruction element, int index) {
        var tuple = (Shape.Tuple) editor.operand(element, 0).shape();
        return new LayoutChoice(tuple.elements().get(index).asArray().layout(), "it lies like that in the tuple");
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

    private void choose(HloInstruction instruction, Shape.Array shape, LayoutChoice choice) {
        if (shape.rank() < 2) {
            return;
        }
        editor.context()
                .layoutChosen(
                        instruction.id(), instruction.name(), choice.layout().toString(), choice.reason());
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
                    .ifPresent(choice -> fit(instruction, operand, array.withLayout(choice.layout()), choice.reason()));
        } else if (callsComputations(instruction)) {
            fit(
                    instruction,
                    operand,
                    EntryLayout.rowMajor(source.shape()),
                    "%s hands it to another computation".formatted(instruction));
        }
    }

    private static boolean callsComputations(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case WHILE, CONDITIONAL, CALL, FUSION, CUSTOM_CALL, ASYNC_START -> true;
            default -> false;
        };
    }

    private void fit(HloInstruction user, int operand, Shape wanted, String reason) {
        var source = editor.operand(user, operand);
        if (source.shape().equals(wanted)) {
            return;
        }
        if (wanted instanceof Shape.Array array && LayoutPreferences.isFree(source) && editor.userCount(source) == 1) {
            choose(
                    source,
                    source.shape().asArray(),
                    new LayoutChoice(array.layout(), "it can lie as %s likes".formatted(user)));
        } else {
            var fitting = fitting(source, wanted, user, reason);
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
        var reason = isEntry ? "the caller wants it like that" : "computations hand arrays over row-major";
        if (LayoutPreferences.isFree(root) && result instanceof Shape.Array wanted) {
            choose(root, root.shape().asArray(), new LayoutChoice(wanted.layout(), reason));
        } else {
            var fitting = fitting(root, result, root, reason);
            if (fitting.id() != root.id()) {
                editor.setRoot(fitting);
            }
        }
    }

    /** The value itself if it lies as wanted, or a copy; of a tuple, one that holds copies where needed. */
    private HloInstruction fitting(HloInstruction value, Shape wanted, HloInstruction before, String reason) {
        if (value.shape().equals(wanted)) {
            return value;
        }
        return switch (wanted) {
            case Shape.Array array -> copied(value, array, before, reason);
            case Shape.Tuple(var elements) -> retupled(value, elements, before, reason);
            case Shape.Buffer _, Shape.Token _, Shape.Opaque _ -> value;
        };
    }

    private HloInstruction retupled(HloInstruction tuple, List<Shape> wanted, HloInstruction before, String reason) {
        var elements = new ArrayList<HloInstruction>();
        for (int i = 0; i < wanted.size(); i++) {
            elements.add(fitting(elementOf(tuple, i, before), wanted.get(i), before, reason));
        }
        var shapes = elements.stream().map(HloInstruction::shape).toList();
        var ids = elements.stream().mapToInt(HloInstruction::id).toArray();
        var made = editor.module()
                .instruction("tuple", new HloOp.Plain(HloOpcode.TUPLE), new Shape.Tuple(shapes), ids)
                .withOrigins(tuple.id());
        return insert(made, before, tuple);
    }

    private HloInstruction elementOf(HloInstruction tuple, int index, HloInstruction before) {
        if (tuple.opcode() == HloOpcode.TUPLE) {
            return editor.operand(tuple, index);
        }
        var shape = ((Shape.Tuple) tuple.shape()).elements().get(index);
        var element = editor.module()
                .instruction("get-tuple-element", new HloOp.GetTupleElement(index), shape, tuple.id())
                .withOrigins(tuple.id());
        return insert(element, before, tuple);
    }

    /** Before what needs it; behind what it is made from, if that is the same. */
    private HloInstruction insert(HloInstruction made, HloInstruction before, HloInstruction source) {
        return before.id() == source.id() ? editor.insert(made) : editor.insertBefore(made, before);
    }

    private HloInstruction copied(HloInstruction source, Shape.Array shape, HloInstruction before, String reason) {
        var known = copies.get(new CopyKey(source.id(), shape.layout()));
        if (known != null) {
            return known;
        }
        if (!editor.context().isEnabled(COPY) || !editor.context().mayRewrite(COPY, source.id())) {
            return source;
        }
        var copy = editor.module()
                .instruction("copy", new HloOp.Plain(HloOpcode.COPY), shape, source.id())
                .withAnnotations(source.annotations().withControlPredecessors(List.of()))
                .withOrigins(source.id());
        insert(copy, before, source);
        copies.put(new CopyKey(source.id(), shape.layout()), copy);
        var sentence = "it is laid out %s, but %s is wanted: %s"
                .formatted(source.shape().asArray().layout(), shape.layout(), reason);
        editor.context().copyInserted(copy.id(), source.id(), source.name(), sentence);
        editor.context().rewritten(COPY, source.id(), copy.id(), "%s → %s".formatted(source, copy));
        return copy;
    }
}
