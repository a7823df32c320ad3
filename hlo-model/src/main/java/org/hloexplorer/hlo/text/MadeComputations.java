package org.hloexplorer.hlo.text;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** Makes computations that a text leaves to be understood. */
final class MadeComputations {
    private final ModuleState module;

    MadeComputations(ModuleState module) {
        this.module = module;
    }

    /**
     * A computation that does one operation on its parameters.
     *
     * @return its id
     */
    int wrapping(String name, HloOp op, List<Shape> operands, Shape result) {
        int id = module.newId();
        var instructions = parameters(operands);
        var ids = instructions.stream().mapToInt(HloInstruction::id).toArray();
        var root = HloInstruction.of(module.newId(), "root", op, result, ids);
        instructions.add(root);
        return add(id, name, instructions, root);
    }

    /** A computation that adds two scalars, which old texts meant where they named none. */
    int adding(String name, PrimitiveType type) {
        var scalar = Shape.scalar(type);
        return wrapping(name, new HloOp.Plain(HloOpcode.ADD), List.of(scalar, scalar), scalar);
    }

    /** A computation that compares the first of its pairs of scalars, which old sorts meant where they named none. */
    int comparing(String name, List<PrimitiveType> types) {
        int id = module.newId();
        var scalars = new ArrayList<Shape>();
        for (var type : types) {
            scalars.add(Shape.scalar(type));
            scalars.add(Shape.scalar(type));
        }
        var instructions = parameters(scalars);
        var root = HloInstruction.of(
                module.newId(),
                "root",
                new HloOp.Compare(ComparisonDirection.LT, null),
                Shape.scalar(PrimitiveType.PRED),
                instructions.get(0).id(),
                instructions.get(1).id());
        instructions.add(root);
        return add(id, name, instructions, root);
    }

    private List<HloInstruction> parameters(List<Shape> shapes) {
        var parameters = new ArrayList<HloInstruction>();
        for (int i = 0; i < shapes.size(); i++) {
            parameters.add(HloInstruction.of(module.newId(), "param_" + i, new HloOp.Parameter(i), shapes.get(i)));
        }
        return parameters;
    }

    private int add(int id, String name, List<HloInstruction> instructions, HloInstruction root) {
        instructions.forEach(module::add);
        module.add(new HloComputation(id, name, instructions, root.id()));
        return id;
    }
}
