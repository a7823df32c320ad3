package org.hloexplorer.hlo.stablehlo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.hlo.Annotations;
import org.hloexplorer.hlo.Attribute;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.OpMetadata;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.text.DiagnosticCode;

/** A computation while its instructions are made, with what the names of the text stand for in it. */
final class ComputationBuilder {
    private final Ids ids;
    private final int id;
    private final List<HloInstruction> instructions = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final Map<Operation.Use, HloInstruction> values = new HashMap<>();
    private final Map<String, HloInstruction> tuples = new HashMap<>();
    private OpMetadata metadata = OpMetadata.NONE;

    ComputationBuilder(Ids ids) {
        this.ids = ids;
        this.id = ids.next();
    }

    int id() {
        return id;
    }

    Ids ids() {
        return ids;
    }

    /** Where the instructions that follow come from. */
    void comeFrom(OpMetadata origin) {
        metadata = origin;
    }

    OpMetadata origin() {
        return metadata;
    }

    HloInstruction add(HloOp op, Shape shape, List<HloInstruction> operands) {
        return add(op, shape, operands, op.mnemonic(), List.of());
    }

    HloInstruction add(HloOp op, Shape shape, List<HloInstruction> operands, String name, List<Attribute> others) {
        int instructionId = ids.next();
        var instruction = HloInstruction.of(
                instructionId,
                Ids.unique(name.equals(op.mnemonic()) ? name + "." + instructionId : name, names),
                op,
                shape,
                operands.stream().mapToInt(HloInstruction::id).toArray());
        if (!metadata.isEmpty() || !others.isEmpty()) {
            instruction =
                    instruction.withAnnotations(new Annotations(metadata, null, Map.of(), null, List.of(), others));
        }
        instructions.add(instruction);
        return instruction;
    }

    HloInstruction add(HloOpcode opcode, Shape shape, HloInstruction... operands) {
        return add(new HloOp.Plain(opcode), shape, List.of(operands));
    }

    HloInstruction constant(Literal literal) {
        return add(new HloOp.Constant(literal), literal.shape(), List.of());
    }

    /** A constant array all of whose elements are one number. */
    HloInstruction filled(Shape.Array shape, double value) {
        var scalar = constant(Literal.scalar(shape.elementType(), value));
        return shape.isScalar() ? scalar : broadcast(scalar, shape, List.of());
    }

    HloInstruction broadcast(HloInstruction operand, Shape shape, List<Integer> dimensions) {
        return add(new HloOp.WithDimensions(HloOpcode.BROADCAST, dimensions), shape, List.of(operand));
    }

    /** The predicate a comparison gives has the dimensions of what is compared. */
    static Shape.Array predicate(Shape.Array shape) {
        return shape.withElementType(PrimitiveType.PRED);
    }

    HloInstruction parameter(int number, Shape shape, String name) {
        return add(new HloOp.Parameter(number), shape, List.of(), name, List.of());
    }

    HloInstruction tuple(List<HloInstruction> elements) {
        return add(
                new HloOp.Plain(HloOpcode.TUPLE),
                new Shape.Tuple(elements.stream().map(HloInstruction::shape).toList()),
                elements);
    }

    HloInstruction element(HloInstruction tuple, int index) {
        if (!(tuple.shape() instanceof Shape.Tuple(var elements)) || index >= elements.size()) {
            throw new IllegalStateException(tuple + " has no element " + index);
        }
        return add(new HloOp.GetTupleElement(index), elements.get(index), List.of(tuple));
    }

    /** One value as it is, more as a tuple, none as an empty tuple. */
    HloInstruction bundled(List<HloInstruction> elements) {
        return elements.size() == 1 ? elements.getFirst() : tuple(elements);
    }

    /** Replaces an instruction that was added before by one of the same id. */
    void replace(HloInstruction changed) {
        for (int i = instructions.size() - 1; i >= 0; i--) {
            if (instructions.get(i).id() == changed.id()) {
                instructions.set(i, changed);
                return;
            }
        }
    }

    void define(String name, int index, HloInstruction value) {
        values.put(new Operation.Use(name, index, 0), value);
    }

    /** Names for the elements of a tuple, each taken out when it is first used. */
    void defineElements(List<Operation.Result> results, HloInstruction tuple) {
        int at = 0;
        for (var result : results) {
            for (int i = 0; i < result.count(); i++) {
                tuples.put(result.name() + "#" + i, tuple);
                positions.put(result.name() + "#" + i, at++);
            }
        }
    }

    private final Map<String, Integer> positions = new HashMap<>();

    boolean knows(Operation.Use use) {
        return values.containsKey(use) || tuples.containsKey(use.name() + "#" + use.index());
    }

    HloInstruction value(Operation.Use use) {
        var known = values.get(use);
        if (known != null) {
            return known;
        }
        var key = use.name() + "#" + use.index();
        var tuple = tuples.get(key);
        var position = positions.get(key);
        if (tuple == null || position == null) {
            throw new MlirException(
                    DiagnosticCode.UNKNOWN_OPERAND,
                    use.start(),
                    use.start() + use.name().length() + 1,
                    "no value named %%%s%s is defined before"
                            .formatted(use.name(), use.index() == 0 ? "" : "#" + use.index()));
        }
        var element = element(tuple, position);
        values.put(use, element);
        return element;
    }

    HloComputation finish(String name, HloInstruction root) {
        return new HloComputation(id, ids.name(name), instructions, root.id());
    }
}
