package org.hloexplorer.pipeline.transforms;

import java.util.List;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;

/** Small computations that passes add to a module. */
public final class Functions {
    private Functions() {}

    /** A function of two scalars that applies one operation; its id. */
    public static int binary(ModuleEditor module, HloOpcode opcode, PrimitiveType type) {
        var scalar = Shape.scalar(type);
        var left = module.instruction("lhs", new HloOp.Parameter(0), scalar);
        var right = module.instruction("rhs", new HloOp.Parameter(1), scalar);
        var root = module.instruction(opcode.mnemonic(), new HloOp.Plain(opcode), scalar, left.id(), right.id());
        var function = new HloComputation(
                module.newId(),
                module.newName("scalar_" + opcode.mnemonic() + "_computation"),
                List.of(left, right, root),
                root.id());
        module.add(function);
        return function.id();
    }
}
