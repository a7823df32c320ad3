package org.hloexplorer.hlo.verify;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/** Shapes of communication. How large a group is the shapes say themselves: one size is a multiple of the other. */
final class CollectiveShapes {
    private CollectiveShapes() {}

    static @Nullable Shape plain(Application a, HloOpcode opcode) {
        return switch (opcode) {
            case REPLICA_ID, PARTITION_ID -> Shape.scalar(PrimitiveType.U32);
            case ALL_REDUCE_DONE -> a.operand(0);
            case ALL_GATHER_DONE, COLLECTIVE_PERMUTE_DONE -> ControlShapes.element(a, 1);
            default -> a.declared();
        };
    }

    static @Nullable Shape collective(Application a, HloOp.Collective op) {
        if (a.operandCount() == 0) {
            throw a.fault(FindingCode.OPERAND_COUNT, "it takes one operand or more");
        }
        checkGroups(a, op);
        return switch (op.opcode()) {
            case ALL_REDUCE, ALL_REDUCE_START -> allReduce(a, op);
            case ALL_GATHER -> scaled(a, op, a.declared());
            case ALL_GATHER_START -> allGatherStart(a, op);
            case REDUCE_SCATTER -> scaled(a, op, a.declared());
            case ALL_TO_ALL -> op.dimensions().isEmpty() ? new Shape.Tuple(a.operands()) : a.operand(0);
            case RAGGED_ALL_TO_ALL -> a.operand(1);
            case COLLECTIVE_BROADCAST -> together(a.operands());
            default -> a.declared();
        };
    }

    private static void checkGroups(Application a, HloOp.Collective op) {
        List<List<Integer>> groups;
        try {
            groups = op.replicaGroups().resolve();
        } catch (IllegalArgumentException e) {
            throw a.fault(FindingCode.REPLICA_GROUPS, "%s", String.valueOf(e.getMessage()));
        }
        var seen = new HashSet<Integer>();
        for (int id : groups.stream().flatMap(List::stream).toList()) {
            if (!seen.add(id)) {
                throw a.fault(FindingCode.REPLICA_GROUPS, "%d stands twice in replica_groups", id);
            }
        }
    }

    private static Shape together(List<Shape> shapes) {
        return shapes.size() == 1 ? shapes.getFirst() : new Shape.Tuple(shapes);
    }

    private static Shape allReduce(Application a, HloOp.Collective op) {
        for (int callee : op.toApply()) {
            var program = a.callee(callee);
            if (program.parameters().size() != 2 * resultsOf(program.result())) {
                throw a.fault(
                        FindingCode.CALLEE_SIGNATURE,
                        "the computation combines two values into one, unlike %s",
                        program);
            }
        }
        return together(a.operands());
    }

    private static int resultsOf(Shape result) {
        return result instanceof Shape.Tuple(var elements) ? elements.size() : 1;
    }

    /** The operands, with one dimension multiplied or divided. */
    private static @Nullable Shape scaled(Application a, HloOp.Collective op, @Nullable Shape declared) {
        if (declared == null) {
            return null;
        }
        var results = declared instanceof Shape.Tuple(var elements) ? elements : List.of(declared);
        if (results.size() != a.operandCount() || op.dimensions().size() != 1) {
            throw a.fault(
                    FindingCode.SHAPE_MISMATCH,
                    "%d operands along %s do not give %s",
                    a.operandCount(),
                    op.dimensions(),
                    declared.withoutLayout());
        }
        var expected = new ArrayList<Shape>();
        for (int i = 0; i < results.size(); i++) {
            expected.add(scaled(a, a.array(i), results.get(i), op.dimensions().getFirst()));
        }
        return declared instanceof Shape.Tuple ? new Shape.Tuple(expected) : expected.getFirst();
    }

    private static Shape scaled(Application a, Shape.Array operand, Shape result, int dimension) {
        Dimensions.check(a, "dimensions", List.of(dimension), operand.rank());
        if (!(result instanceof Shape.Array array) || array.rank() != operand.rank()) {
            return operand;
        }
        long before = operand.dimension(dimension);
        long after = array.dimension(dimension);
        long larger = Math.max(before, after);
        long smaller = Math.min(before, after);
        boolean isMultiple = smaller <= 0 || larger % smaller == 0;
        return isMultiple ? Dimensions.resized(operand, dimension, after) : operand;
    }

    private static @Nullable Shape allGatherStart(Application a, HloOp.Collective op) {
        if (!(a.declared() instanceof Shape.Tuple(var elements)) || elements.size() < 2) {
            return a.declared();
        }
        var all = new ArrayList<>(elements);
        all.set(0, together(a.operands()));
        var results = scaled(a, op, elements.get(1));
        if (results != null) {
            all.set(1, results);
        }
        return new Shape.Tuple(all);
    }

    /** With four operands or more, the second one is written in place. */
    static @Nullable Shape permute(Application a, HloOp.Permute op) {
        if (op.opcode() == HloOpcode.COLLECTIVE_PERMUTE_START) {
            return permuteStart(a);
        }
        return a.operandCount() == 1 ? a.operand(0) : a.declared();
    }

    private static @Nullable Shape permuteStart(Application a) {
        if (a.operandCount() != 1 || !(a.declared() instanceof Shape.Tuple(var elements)) || elements.size() < 2) {
            return a.declared();
        }
        var all = new ArrayList<>(elements);
        all.set(0, a.operand(0));
        all.set(1, a.operand(0));
        return new Shape.Tuple(all);
    }
}
