package org.hloexplorer.pipeline.transforms.loops;

import static org.hloexplorer.hlo.HloOpcode.TUPLE;

import java.util.Arrays;
import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;

/** A loop over fewer elements than before. */
record NarrowedLoop(HloInstruction loop, List<Integer> kept, ComputationEditor editor) {

    /** The narrower loop, and a tuple in the old form; the gaps hold the initial values, which nobody looks at. */
    HloInstruction build() {
        var op = (HloOp.While) loop.op();
        var init = editor.operand(loop, 0);
        var operands = kept.stream().map(i -> editor.operand(init, i)).toArray(HloInstruction[]::new);
        var shape = narrow(loop.shape());
        var start = editor.add(new HloOp.Plain(TUPLE), shape, operands);
        var narrowOp = new HloOp.While(narrowed(op.condition(), false), narrowed(op.body(), true));
        var result = editor.add(narrowOp, shape, start);
        var elements = editor.operands(init).toArray(HloInstruction[]::new);
        for (int i = 0; i < kept.size(); i++) {
            elements[kept.get(i)] = editor.add(
                    new HloOp.GetTupleElement(i),
                    ((Shape.Tuple) shape).elements().get(i),
                    result);
        }
        return editor.add(new HloOp.Plain(TUPLE), loop.shape(), elements);
    }

    private Shape narrow(Shape shape) {
        var elements = ((Shape.Tuple) shape).elements();
        return new Shape.Tuple(kept.stream().map(elements::get).toList());
    }

    private int narrowed(int computationId, boolean isBody) {
        var module = editor.module();
        var copy = module.copy(module.current(computationId), ".narrow");
        var inner = module.edit(copy.id());
        var parameter = copy.parameters().getFirst();
        if (isBody) {
            narrowRoot(inner);
        }
        for (var element : inner.users(parameter)) {
            int place = kept.indexOf(((HloOp.GetTupleElement) element.op()).index());
            if (place >= 0) {
                inner.update(element.withOp(new HloOp.GetTupleElement(place)));
            } else {
                inner.removeDead(element);
            }
        }
        inner.update(inner.current(parameter).withShape(narrow(parameter.shape())));
        return copy.id();
    }

    private void narrowRoot(ComputationEditor inner) {
        var root = inner.root();
        var operands = root.operandIds();
        var left = kept.stream().mapToInt(i -> operands[i]).toArray();
        inner.update(root.withOperands(left).withShape(narrow(root.shape())));
        Arrays.stream(operands).filter(inner::contains).forEach(id -> inner.removeDead(inner.instruction(id)));
    }
}
