package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.kernel.KernelBuffer.Role;
import org.hloexplorer.pipeline.kernel.LoweredKernel.Argument;

/** The arguments of a kernel under construction, named after the HLO instructions whose values they are. */
final class ArgumentList {
    /** Names that a printer gives to other things. */
    private static final Pattern TAKEN = Pattern.compile("t\\d+|v\\d+.*|[i-n]\\d*\\..*"
            + "|(begin|end|scratch|arguments|entry|then|else|join|rest|after|loop|packed)(\\..*)?");

    private final List<KernelBuffer> buffers = new ArrayList<>();
    private final List<Argument> meanings = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    List<KernelBuffer> buffers() {
        return buffers;
    }

    LoweredKernel kernel(Kernel kernel) {
        return new LoweredKernel(kernel, meanings, LoweredKernel.WRITES_ALL);
    }

    /** A kernel that changes a part of an operand's value, which the result holds before. */
    LoweredKernel updating(int operand, Kernel kernel) {
        return new LoweredKernel(kernel, meanings, operand);
    }

    /** Makes arguments of an instruction's operands, and lets the frame read them there; scalar constants need none. */
    void bindOperands(Frame frame, HloInstruction instruction) {
        bindOperands(frame, instruction, Set.of());
    }

    /** As {@link #bindOperands(Frame, HloInstruction)} does, but for some that the kernel does not read. */
    void bindOperands(Frame frame, HloInstruction instruction, Set<Integer> unread) {
        for (int i = 0; i < instruction.operandCount(); i++) {
            var operand = frame.operand(instruction, i);
            if (!unread.contains(i) && frame.source(operand).isEmpty() && !isScalarConstant(operand)) {
                frame.bind(operand, memory(operand, i));
            }
        }
    }

    private static boolean isScalarConstant(HloInstruction instruction) {
        return instruction.op() instanceof HloOp.Constant
                && instruction.shape() instanceof Shape.Array array
                && array.elements() == 1;
    }

    private Frame.Source memory(HloInstruction operand, int number) {
        var shapes = arrays(operand.shape());
        var parts = new ArrayList<KernelBuffer>();
        for (int part = 0; part < shapes.size(); part++) {
            var suffix = shapes.size() == 1 ? "" : "." + part;
            parts.add(add(Role.INPUT, operand.name() + suffix, shapes.get(part), new Argument.Operand(number, part)));
        }
        return new Frame.Source.Memory(parts, shapes);
    }

    KernelBuffer constant(Literal literal) {
        return add(Role.INPUT, "constant", literal.shape().asArray(), new Argument.Constant(literal));
    }

    /** Where the instruction's result goes, part by part. */
    List<KernelBuffer> results(HloInstruction instruction) {
        var shapes = arrays(instruction.shape());
        var parts = new ArrayList<KernelBuffer>();
        for (int part = 0; part < shapes.size(); part++) {
            var suffix = shapes.size() == 1 ? "" : "." + part;
            parts.add(add(Role.OUTPUT, instruction.name() + suffix, shapes.get(part), new Argument.Result(part)));
        }
        return parts;
    }

    /** The arrays a shape consists of: itself, or the elements of a flat tuple. */
    static List<Shape.Array> arrays(Shape shape) {
        return switch (shape) {
            case Shape.Array array when array.elementType().isComplex() -> List.of(statically(array));
            case Shape.Array array -> List.of(checked(array));
            case Shape.Tuple(var elements)
            when elements.stream().allMatch(Shape.Array.class::isInstance) ->
                elements.stream().map(element -> checked(element.asArray())).toList();
            default -> throw new NotLowerable("kernels take no %s".formatted(shape.withoutLayout()));
        };
    }

    private static Shape.Array checked(Shape.Array array) {
        ElementwiseEmitter.computeType(array.elementType());
        return statically(array);
    }

    private static Shape.Array statically(Shape.Array array) {
        if (!array.isStatic()) {
            throw new NotLowerable("the size of %s is only known at run time".formatted(array.withoutLayout()));
        }
        return array;
    }

    private KernelBuffer add(Role role, String name, Shape.Array shape, Argument meaning) {
        // A complex number lies in memory as its two parts.
        var isComplex = shape.elementType().isComplex();
        var type = isComplex ? ComplexEmitter.partType(shape.elementType()) : shape.elementType();
        long elements = isComplex ? 2 * shape.elements() : shape.elements();
        var buffer = new KernelBuffer(role, buffers.size(), unique(name), type, elements);
        buffers.add(buffer);
        meanings.add(meaning);
        return buffer;
    }

    private String unique(String name) {
        var plain = name.replaceAll("[^A-Za-z0-9_.-]", "_");
        var stem = TAKEN.matcher(plain).matches() || !Character.isLetter(plain.charAt(0)) ? "value." + plain : plain;
        var candidate = stem;
        for (int i = 2; !names.add(candidate); i++) {
            candidate = "%s.copy%d".formatted(stem, i);
        }
        return candidate;
    }
}
