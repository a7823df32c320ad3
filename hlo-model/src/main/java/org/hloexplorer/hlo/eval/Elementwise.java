package org.hloexplorer.hlo.eval;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.ComparisonType;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * Element-wise operations on whole arrays.
 *
 * <p>The common types have loops of their own; all the rest runs the {@link ScalarProgram} of one element, which the
 * loops must agree with.
 */
final class Elementwise {
    private final Cancellation cancellation;

    Elementwise(Cancellation cancellation) {
        this.cancellation = cancellation;
    }

    Literal evaluate(HloInstruction instruction, List<Literal> operands) {
        var shape = instruction.shape().asArray();
        var out = Storage.allocate(shape);
        if (!runLoop(instruction, operands, out)) {
            runScalars(instruction, operands, out);
        }
        return Storage.literal(shape, out);
    }

    /** The same elements in another type. */
    Literal convert(Literal operand, PrimitiveType type) {
        var from = operand.shape().asArray();
        if (from.elementType() == type) {
            return operand;
        }
        var shape = from.withElementType(type);
        return evaluate(HloInstruction.of(0, "convert", new HloOp.Plain(HloOpcode.CONVERT), shape), List.of(operand));
    }

    /** Runs the loop made for these types and says so, or says that there is none. */
    private boolean runLoop(HloInstruction instruction, List<Literal> operands, Object out) {
        var type = operands.getFirst().shape().asArray().elementType();
        return switch (instruction.op()) {
            case HloOp.Plain(var opcode) when opcode == HloOpcode.SELECT -> select(operands, out);
            case HloOp.Plain(var opcode)
            when opcode == HloOpcode.CONVERT ->
                convert(operands.getFirst(), instruction.shape().asArray(), out);
            case HloOp.Plain(var opcode) when type == PrimitiveType.F32 -> floats(opcode, operands, out);
            case HloOp.Plain(var opcode) when NarrowFloats.is(type) -> narrow(type, opcode, operands, out);
            case HloOp.Plain(var opcode) when is32Bit(type) && IntLoops.knows(opcode) -> ints(opcode, operands, out);
            case HloOp.Compare compare -> compare(compare, type, operands, out);
            default -> false;
        };
    }

    private boolean floats(HloOpcode opcode, List<Literal> operands, Object out) {
        if (!(out instanceof float[] result)) {
            return false;
        }
        float[] x = Storage.floats(operands.getFirst());
        if (operands.size() == 1 && DoubleMath.isUnary(opcode)) {
            inBlocks(x.length, (from, to) -> FloatLoops.unary(opcode, x, from, result, from, to - from));
            return true;
        }
        if (operands.size() == 2 && DoubleMath.isBinary(opcode)) {
            float[] y = Storage.floats(operands.getLast());
            inBlocks(x.length, (from, to) -> FloatLoops.binary(opcode, x, from, y, from, result, from, to - from));
            return true;
        }
        return false;
    }

    /** Through floats, rounded back after the operation. */
    private boolean narrow(PrimitiveType type, HloOpcode opcode, List<Literal> operands, Object out) {
        boolean unary = operands.size() == 1 && DoubleMath.isUnary(opcode);
        boolean binary = operands.size() == 2 && DoubleMath.isBinary(opcode);
        if (!(out instanceof short[] result) || !(unary || binary)) {
            return false;
        }
        var x = (short[]) Storage.array(operands.getFirst());
        var y = (short[]) Storage.array(operands.getLast());
        inBlocks(x.length, (from, to) -> {
            int count = to - from;
            var floats = new float[count];
            NarrowFloats.decode(type, x, from, floats, count);
            if (unary) {
                FloatLoops.unary(opcode, floats, 0, floats, 0, count);
            } else {
                var others = new float[count];
                NarrowFloats.decode(type, y, from, others, count);
                FloatLoops.binary(opcode, floats, 0, others, 0, floats, 0, count);
            }
            NarrowFloats.encode(type, floats, result, from, count);
        });
        return true;
    }

    private boolean ints(HloOpcode opcode, List<Literal> operands, Object out) {
        int[] x = Storage.ints(operands.getFirst());
        int[] y = Storage.ints(operands.getLast());
        inBlocks(x.length, (from, to) -> IntLoops.binary(opcode, x, y, (int[]) out, from, to));
        return true;
    }

    private boolean compare(HloOp.Compare compare, PrimitiveType type, List<Literal> operands, Object out) {
        var direction = compare.direction();
        var result = (byte[]) out;
        if (type == PrimitiveType.F32 && compare.type() != ComparisonType.TOTALORDER) {
            float[] x = Storage.floats(operands.getFirst());
            float[] y = Storage.floats(operands.getLast());
            inBlocks(x.length, (from, to) -> FloatLoops.compare(direction, x, from, y, from, result, from, to - from));
            return true;
        }
        if (is32Bit(type)) {
            int[] x = Storage.ints(operands.getFirst());
            int[] y = Storage.ints(operands.getLast());
            inBlocks(x.length, (from, to) -> IntLoops.compare(direction, type, x, y, result, from, to));
            return true;
        }
        return false;
    }

    private boolean select(List<Literal> operands, Object out) {
        byte[] predicate = Storage.bytes(operands.getFirst());
        var onTrue = Storage.array(operands.get(1));
        var onFalse = Storage.array(operands.getLast());
        if (operands.getFirst().shape().asArray().isScalar()) {
            var chosen = predicate[0] != 0 ? onTrue : onFalse;
            System.arraycopy(chosen, 0, out, 0, Array.getLength(out));
            return true;
        }
        if (out instanceof float[] result && result.length == predicate.length) {
            var x = (float[]) onTrue;
            var y = (float[]) onFalse;
            inBlocks(result.length, (from, to) -> {
                for (int i = from; i < to; i++) {
                    result[i] = predicate[i] != 0 ? x[i] : y[i];
                }
            });
            return true;
        }
        return false;
    }

    private boolean convert(Literal operand, Shape.Array shape, Object out) {
        var from = operand.shape().asArray().elementType();
        var to = shape.elementType();
        if (NarrowFloats.is(from) && out instanceof float[] floats && !to.isComplex()) {
            var bits = (short[]) Storage.array(operand);
            inBlocks(bits.length, (start, end) -> decodeInPlace(from, bits, floats, start, end));
            return true;
        }
        if (from == PrimitiveType.F32 && NarrowFloats.is(to)) {
            float[] floats = Storage.floats(operand);
            inBlocks(floats.length, (start, end) -> {
                var block = Arrays.copyOfRange(floats, start, end);
                NarrowFloats.encode(to, block, (short[]) out, start, end - start);
            });
            return true;
        }
        return false;
    }

    private static void decodeInPlace(PrimitiveType type, short[] bits, float[] out, int from, int to) {
        var block = new float[to - from];
        NarrowFloats.decode(type, bits, from, block, to - from);
        System.arraycopy(block, 0, out, from, to - from);
    }

    /** Element by element; a scalar operand among arrays (of clamp and select) serves all elements. */
    private void runScalars(HloInstruction instruction, List<Literal> operands, Object out) {
        var types = operands.stream()
                .map(each -> each.shape().asArray().elementType())
                .toList();
        var program = ScalarProgram.ofElement(instruction, types);
        var arrays = operands.stream().map(Storage::array).toArray();
        var shape = instruction.shape().asArray();
        int[] steps = operands.stream()
                .mapToInt(each -> each.shape().asArray().isScalar() ? 0 : 1)
                .toArray();
        inBlocks(Math.toIntExact(shape.elements()), (from, to) -> {
            var registers = program.newRegisters();
            for (int i = from; i < to; i++) {
                for (int operand = 0; operand < arrays.length; operand++) {
                    registers.load(operand, types.get(operand), arrays[operand], i * steps[operand]);
                }
                program.run(registers);
                registers.store(program.resultRegister(0), shape.elementType(), out, i);
            }
        });
    }

    private void inBlocks(int count, Work.Block block) {
        Work.inBlocks(count, cancellation, block);
    }

    private static boolean is32Bit(PrimitiveType type) {
        return type == PrimitiveType.S32 || type == PrimitiveType.U32;
    }
}
