package org.hloexplorer.hlo.text;

import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.verify.ShapeInference;

/** Finds the shapes of operations that stand without one. */
final class ShapeResolver {
    private final ModuleState module;

    ShapeResolver(ModuleState module) {
        this.module = module;
    }

    Shape infer(HloOp op, InstructionDraft draft) {
        var inference = ShapeInference.infer(op, draft.operandShapes(), module::program);
        if (!inference.problems().isEmpty()) {
            throw draft.failureAtOpcode(
                    DiagnosticCode.MISSING_SHAPE,
                    inference.problems().getFirst().message());
        }
        return inference
                .inferred()
                .orElseThrow(() -> draft.failureAtOpcode(
                        DiagnosticCode.MISSING_SHAPE,
                        "the shape of this " + draft.mnemonic + " must be written before it"));
    }
}
