package org.hloexplorer.hlo.text;

import java.util.List;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** Operations of which the text leaves something to be understood: short forms, and forms of another time. */
final class ImpliedOps {
    private final Attributes attributes;
    private final OpBuilder ops;
    private final FormObserver form;
    private final MadeComputations made;

    ImpliedOps(Attributes attributes, OpBuilder ops, ModuleState module, FormObserver form) {
        this.attributes = attributes;
        this.ops = ops;
        this.form = form;
        this.made = new MadeComputations(module);
    }

    /** Whether an operation of this name, though it is no opcode, can be built. */
    static boolean isImplied(String mnemonic) {
        return OldForms.isComparison(mnemonic) || AsyncSugar.of(mnemonic).isPresent();
    }

    /** The operation of a mnemonic that is no opcode; one that is not known stays so. */
    HloOp build(InstructionDraft draft) {
        if (OldForms.isComparison(draft.mnemonic)) {
            return OldForms.comparison(draft.mnemonic);
        }
        return AsyncSugar.of(draft.mnemonic)
                .map(sugar -> async(sugar, draft))
                .orElseGet(() -> new HloOp.Unknown(draft.mnemonic, attributes.computationsLeft()));
    }

    private HloOp async(AsyncSugar sugar, InstructionDraft draft) {
        form.sawAsyncSugar();
        if (sugar.opcode() != HloOpcode.ASYNC_START) {
            return ops.build(sugar.opcode(), draft.operands());
        }
        if (!(draft.shape instanceof Shape.Tuple(var elements)) || elements.size() < 2) {
            throw draft.failureAtOpcode(
                    DiagnosticCode.MISSING_SHAPE,
                    "the shape of this " + draft.mnemonic + " is a tuple of operands, result, and perhaps more");
        }
        var thread = attributes.text(AttributeName.ASYNC_EXECUTION_THREAD, HloComputation.MAIN_THREAD);
        var wrapped = completed(sugar.wrapped(), draft);
        if (wrapped.calledComputations().contains(Names.INCOMPLETE)) {
            return wrapped;
        }
        int computation = made.wrapping(
                "async_computation." + draft.opcodeStart, wrapped, draft.operandShapes(), elements.get(1));
        return new HloOp.Async(HloOpcode.ASYNC_START, computation, thread);
    }

    /** The operation of an opcode, with the computation that old texts left out. */
    HloOp completed(HloOpcode opcode, InstructionDraft draft) {
        boolean lacksComputation = !attributes.has(AttributeName.TO_APPLY);
        if (opcode == HloOpcode.SORT && lacksComputation && areArrays(draft)) {
            int comparator = made.comparing("compare." + draft.opcodeStart, types(draft));
            return ops.buildSort(comparator);
        }
        if (draft.mnemonic.equals("cross-replica-sum") && lacksComputation && areArrays(draft)) {
            int sum = made.adding("sum." + draft.opcodeStart, types(draft).getFirst());
            return ops.build(opcode, draft.operands()).withCalledComputations(List.of(sum));
        }
        return ops.build(opcode, draft.operands());
    }

    private static boolean areArrays(InstructionDraft draft) {
        return !draft.operands().isEmpty() && draft.operandShapes().stream().allMatch(Shape.Array.class::isInstance);
    }

    private static List<PrimitiveType> types(InstructionDraft draft) {
        return draft.operandShapes().stream()
                .map(shape -> shape.asArray().elementType())
                .toList();
    }
}
