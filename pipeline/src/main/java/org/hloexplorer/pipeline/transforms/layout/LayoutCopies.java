package org.hloexplorer.pipeline.transforms.layout;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;

/** Puts copies where a value is wanted in another layout than it has, and says what asks for each of the two. */
final class LayoutCopies {
    static final String COPY = "insert-copy";

    private final ComputationEditor editor;
    private final ComputationLayouts layouts;

    LayoutCopies(ComputationEditor editor, ComputationLayouts layouts) {
        this.editor = editor;
        this.layouts = layouts;
    }

    /** The value itself if it lies as wanted, or a copy; of a tuple, one that holds copies where needed. */
    HloInstruction fitting(HloInstruction value, Shape wanted, HloInstruction before, List<String> reasons) {
        if (Leaves.sameOrder(value.shape(), wanted)) {
            return value;
        }
        return switch (wanted) {
            case Shape.Array array -> copied(value, array, before, reasons.getFirst());
            case Shape.Tuple(var elements) -> retupled(value, elements, before, reasons);
            case Shape.Buffer _, Shape.Token _, Shape.Opaque _ -> value;
        };
    }

    private HloInstruction retupled(
            HloInstruction tuple, List<Shape> wanted, HloInstruction before, List<String> reasons) {
        var elements = new ArrayList<HloInstruction>();
        int leaf = 0;
        for (int i = 0; i < wanted.size(); i++) {
            int leaves = Leaves.count(wanted.get(i));
            elements.add(
                    fitting(elementOf(tuple, i, before), wanted.get(i), before, reasons.subList(leaf, leaf + leaves)));
            leaf += leaves;
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
        if (!editor.context().isEnabled(COPY) || !editor.context().mayRewrite(COPY, source.id())) {
            return source;
        }
        var copy = editor.module()
                .instruction("copy", new HloOp.Plain(HloOpcode.COPY), shape, source.id())
                .withAnnotations(source.annotations().withControlPredecessors(List.of()))
                .withOrigins(source.id());
        insert(copy, before, source);
        editor.context().copyInserted(copy.id(), source.id(), source.name(), bothSides(source, shape, reason));
        editor.context().rewritten(COPY, source.id(), copy.id(), "%s → %s".formatted(source, copy));
        return copy;
    }

    private String bothSides(HloInstruction source, Shape.Array wanted, String reason) {
        var trail = editor.base().find(source.id()).flatMap(base -> layouts.trail(base, 0));
        return "it is laid out %s because %s; but %s is wanted because %s"
                .formatted(
                        source.shape().asArray().layout(),
                        trail.orElse("%s lies like that".formatted(source)),
                        wanted.layout(),
                        reason);
    }
}
