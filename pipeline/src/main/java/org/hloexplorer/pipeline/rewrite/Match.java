package org.hloexplorer.pipeline.rewrite;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** A place where a pattern fits: what its names stand for, and the means to build a replacement there. */
public final class Match {
    private final HloInstruction root;
    private final ComputationEditor editor;
    private final IdentityHashMap<Capture, HloInstruction> bindings = new IdentityHashMap<>(4);

    Match(HloInstruction root, ComputationEditor editor) {
        this.root = root;
        this.editor = editor;
    }

    /** The instruction the whole pattern fits. */
    public HloInstruction root() {
        return root;
    }

    public ComputationEditor editor() {
        return editor;
    }

    /** The shape of the root, which is an array. */
    public Shape.Array shape() {
        return root.shape().asArray();
    }

    public PrimitiveType type() {
        return shape().elementType();
    }

    /** What the name stands for here. */
    public HloInstruction get(Capture capture) {
        var bound = bindings.get(capture);
        if (bound == null) {
            throw new IllegalStateException(capture + " is not in the pattern");
        }
        return bound;
    }

    /** The value of the constant this name stands for. */
    public Literal literal(Capture capture) {
        return literal(get(capture));
    }

    public static Literal literal(HloInstruction constant) {
        return ((HloOp.Constant) constant.op()).literal();
    }

    public HloInstruction operand(HloInstruction instruction, int index) {
        return editor.operand(instruction, index);
    }

    /** Whether this is a constant, or a broadcast of one. */
    public boolean isConstant(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case CONSTANT -> true;
            case BROADCAST -> isConstant(operand(instruction, 0));
            default -> false;
        };
    }

    /** Asks the rest of the pattern with the name bound, and unbinds it again if that fails. */
    boolean binding(Capture capture, HloInstruction at, BooleanSupplier rest) {
        var bound = bindings.get(capture);
        if (bound != null) {
            return bound.id() == at.id() && rest.getAsBoolean();
        }
        bindings.put(capture, at);
        if (rest.getAsBoolean()) {
            return true;
        }
        bindings.remove(capture);
        return false;
    }

    public HloInstruction add(HloOp op, Shape shape, HloInstruction... operands) {
        return editor.add(op, shape, operands);
    }

    /** An operation without attributes that has the root's shape. */
    public HloInstruction like(HloOpcode opcode, HloInstruction... operands) {
        return add(new HloOp.Plain(opcode), root.shape(), operands);
    }

    /** An operation without attributes. */
    public HloInstruction plain(HloOpcode opcode, Shape shape, HloInstruction... operands) {
        return add(new HloOp.Plain(opcode), shape, operands);
    }

    public HloInstruction constant(Literal literal) {
        return add(new HloOp.Constant(literal), literal.shape());
    }

    /** This number in every element of the shape. */
    public HloInstruction splat(double value, Shape.Array shape) {
        return broadcastScalar(constant(Literal.scalar(shape.elementType(), value)), shape);
    }

    /** A scalar in every element of the shape. */
    public HloInstruction broadcastScalar(HloInstruction scalar, Shape.Array shape) {
        return shape.isScalar() ? scalar : broadcast(scalar, shape, List.of());
    }

    public HloInstruction broadcast(HloInstruction operand, Shape.Array shape, List<Integer> dimensions) {
        return add(new HloOp.WithDimensions(HloOpcode.BROADCAST, dimensions), shape, operand);
    }

    public HloInstruction transpose(HloInstruction operand, Shape.Array shape, List<Integer> permutation) {
        return add(new HloOp.WithDimensions(HloOpcode.TRANSPOSE, permutation), shape, operand);
    }

    /** The operand itself if it has this shape, or else a reshape of it, or of what it is a reshape of. */
    public HloInstruction reshape(HloInstruction operand, Shape shape) {
        if (operand.opcode() == HloOpcode.RESHAPE) {
            return reshape(operand(operand, 0), shape);
        }
        return operand.shape().isCompatible(shape) ? operand : add(new HloOp.Plain(HloOpcode.RESHAPE), shape, operand);
    }
}
