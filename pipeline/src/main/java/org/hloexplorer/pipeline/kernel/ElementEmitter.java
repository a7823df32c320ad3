package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * Works out elements of instructions: an element at given indices is computed from its operands' elements at the
 * indices that they map to, and so on down to what lies in memory.
 *
 * <p>An element that has been worked out before, at the same indices and in this loop or one around it, is used again.
 * Each is worked out in the outermost loop that its indices allow.
 */
final class ElementEmitter {
    private final HloModule module;
    private final Function<Literal, KernelBuffer> constants;

    /** What is asked for; also the key under which it is remembered. */
    private record Element(Frame frame, int instruction, int part, List<Index> indices) {}

    /** @param constants makes a kernel's argument of an array that a fused computation holds */
    ElementEmitter(HloModule module, Function<Literal, KernelBuffer> constants) {
        this.module = module;
        this.constants = constants;
    }

    HloModule module() {
        return module;
    }

    /** The element of an array. */
    Value element(Block block, Frame frame, HloInstruction instruction, List<Index> indices) {
        return element(block, frame, instruction, 0, indices);
    }

    /** The element of a scalar. */
    Value scalar(Block block, Frame frame, HloInstruction instruction) {
        return element(block, frame, instruction, List.of());
    }

    /**
     * The element of one part of a tuple, or of an array, which is its own part 0. The parts of a complex array are its
     * elements' real and imaginary parts.
     */
    Value element(Block block, Frame frame, HloInstruction instruction, int part, List<Index> indices) {
        var key = new Element(frame, instruction.id(), part, indices);
        var known = block.recall(key);
        if (known != null) {
            return known.getFirst();
        }
        var source = frame.source(instruction);
        if (source.isPresent()) {
            return switch (source.get()) {
                case Frame.Source.Memory(var buffers, var shapes)
                when ComplexEmitter.isComplex(instruction) ->
                    load(block, buffers.getFirst(), complexPosition(shapes.getFirst(), part, indices), instruction);
                case Frame.Source.Memory(var buffers, var shapes) ->
                    load(block, buffers.get(part), Layouts.position(shapes.get(part), indices), instruction);
                case Frame.Source.Caller(var caller, var value) -> element(block, caller, value, part, indices);
                case Frame.Source.AtHand(var parts) -> parts.get(part);
            };
        }
        var place = frame.isScalarCode() ? block : block.outside(indices.toArray(Index[]::new));
        var values = compute(place, frame, instruction, part, indices);
        if (values.size() == 1) {
            place.remember(key, values);
            return values.getFirst();
        }
        for (int i = 0; i < values.size(); i++) {
            place.remember(new Element(frame, instruction.id(), i, indices), List.of(values.get(i)));
        }
        return values.get(part);
    }

    /** Of a part, counted in parts. */
    static Index complexPosition(Shape.Array shape, int part, List<Index> indices) {
        return Layouts.position(shape, indices).times(2).plus(part);
    }

    private static Value load(Block block, KernelBuffer buffer, Index position, HloInstruction instruction) {
        return block.outside(position).define(new Expression.Load(buffer, position), instruction.id());
    }

    /** The part that is asked for, alone, or all parts at once where they are only to be had together. */
    private List<Value> compute(Block block, Frame frame, HloInstruction instruction, int part, List<Index> indices) {
        if (isComplexArithmetic(frame, instruction)) {
            var emitter = new ComplexEmitter(this, block, frame, instruction);
            return ComplexEmitter.isComplex(instruction)
                    ? emitter.complex(indices).parts()
                    : List.of(emitter.real(indices));
        }
        return switch (instruction.op()) {
            case HloOp.Constant(var literal) -> List.of(constant(block, instruction, literal, part, indices));
            case HloOp.GetTupleElement(int index) ->
                List.of(element(block, frame, frame.operand(instruction, 0), index, indices));
            case HloOp.Fusion fusion -> List.of(called(block, frame, instruction, fusion.computation(), part, indices));
            case HloOp.Call call -> List.of(called(block, frame, instruction, call.toApply(), part, indices));
            case HloOp.OverDimensions over
            when instruction.opcode() == HloOpcode.REDUCE && ComplexEmitter.isComplex(instruction) ->
                new ComplexReductions(this, block, frame, instruction).reduce(over, indices);
            case HloOp.Dot dot
            when ComplexEmitter.isComplex(instruction) ->
                new ComplexReductions(this, block, frame, instruction).dot(dot, indices);
            case HloOp.OverDimensions over
            when instruction.opcode() == HloOpcode.REDUCE ->
                new ReductionEmitter(this, block, frame, instruction).reduce(over, indices);
            case HloOp.OverDimensions over -> List.of(mapped(block, frame, instruction, over, indices));
            case HloOp.ReduceWindow window ->
                new ReductionEmitter(this, block, frame, instruction).reduceWindow(window, indices);
            case HloOp.Dot dot -> List.of(new ReductionEmitter(this, block, frame, instruction).dot(dot, indices));
            case HloOp.Convolution convolution ->
                List.of(new ReductionEmitter(this, block, frame, instruction).convolution(convolution, indices));
            case HloOp.AlongDimension along
            when instruction.opcode() == HloOpcode.IOTA ->
                List.of(iota(block, instruction, indices.get(along.dimension())));
            case HloOp.Plain plain
            when plain.opcode() == HloOpcode.TUPLE ->
                List.of(element(block, frame, frame.operand(instruction, part), indices));
            default -> List.of(plain(block, frame, instruction, part, indices));
        };
    }

    private static boolean isComplexArithmetic(Frame frame, HloInstruction instruction) {
        return (instruction.opcode().isElementwise() || instruction.opcode() == HloOpcode.COPY)
                && (ComplexEmitter.isComplex(instruction)
                        || frame.computation().operands(instruction).stream().anyMatch(ComplexEmitter::isComplex));
    }

    private Value plain(Block block, Frame frame, HloInstruction instruction, int part, List<Index> indices) {
        if (WidthChange.isOne(frame, instruction)) {
            return new WidthChange(this, block, frame, instruction).emit(indices);
        }
        if (instruction.opcode().isElementwise() || instruction.opcode() == HloOpcode.COPY) {
            return elementwise(block, frame, instruction, indices);
        }
        return new MovementEmitter(this, block, frame, instruction, part).emit(indices);
    }

    private Value elementwise(Block block, Frame frame, HloInstruction instruction, List<Index> indices) {
        var operands = new ArrayList<Value>();
        for (var operand : frame.computation().operands(instruction)) {
            // The bounds of a clamp, and the condition of a select, may be scalars for all elements.
            var at = operand.shape().asArray().isScalar() ? List.<Index>of() : indices;
            operands.add(element(block, frame, operand, at));
        }
        return new ElementwiseEmitter(new Scalars(block, instruction.id())).emit(instruction, operands);
    }

    private Value constant(Block block, HloInstruction instruction, Literal literal, int part, List<Index> indices) {
        var shape = instruction.shape().asArray();
        if (ComplexEmitter.isComplex(instruction)) {
            return complexConstant(block, instruction, literal, part, indices);
        }
        ElementwiseEmitter.computeType(shape.elementType());
        if (shape.elements() == 1) {
            return new Scalars(block, instruction.id()).bits(shape.elementType(), literal.bitsAt(0));
        }
        var rowMajor = Shape.array(shape.elementType(), shape.dimensions());
        return load(block, constants.apply(literal), Layouts.position(rowMajor, indices), instruction);
    }

    private Value complexConstant(
            Block block, HloInstruction instruction, Literal literal, int part, List<Index> indices) {
        var shape = instruction.shape().asArray();
        if (shape.elements() == 1) {
            double number = part == 0 ? literal.doubleAt(0) : literal.imaginaryAt(0);
            return new Scalars(block, instruction.id()).number(ComplexEmitter.partType(shape.elementType()), number);
        }
        var rowMajor = Shape.array(shape.elementType(), shape.dimensions());
        return load(block, constants.apply(literal), complexPosition(rowMajor, part, indices), instruction);
    }

    private static Value iota(Block block, HloInstruction instruction, Index index) {
        var scalars = new Scalars(block, instruction.id());
        var number = block.define(new Expression.IndexValue(index), instruction.id());
        var type = instruction.shape().asArray().elementType();
        ElementwiseEmitter.computeType(type);
        return scalars.convert(type, number);
    }

    private Value called(
            Block block, Frame frame, HloInstruction instruction, int computation, int part, List<Index> indices) {
        var callee = frame.callee(instruction, module.computation(computation));
        return element(block, callee, callee.computation().root(), part, indices);
    }

    private Value mapped(
            Block block, Frame frame, HloInstruction instruction, HloOp.OverDimensions over, List<Index> indices) {
        var arguments = frame.computation().operands(instruction).stream()
                .map(operand -> element(block, frame, operand, indices))
                .toList();
        return applied(block, over.toApply(), arguments).getFirst();
    }

    /** The results of a scalar computation for scalars: several where its root is a tuple. */
    List<Value> applied(Block block, int computation, List<Value> arguments) {
        var frame = Frame.of(module.computation(computation), arguments);
        var root = frame.computation().root();
        int parts = root.shape() instanceof Shape.Tuple(var elements) ? elements.size() : 1;
        return IntStream.range(0, parts)
                .mapToObj(part -> element(block, frame, root, part, List.of()))
                .toList();
    }

    /** The parts of the result of a computation for complex scalars. */
    List<Value> appliedToComplex(Block block, int computation, List<List<Value>> arguments) {
        var frame = Frame.ofParts(module.computation(computation), arguments);
        var root = frame.computation().root();
        return List.of(element(block, frame, root, 0, List.of()), element(block, frame, root, 1, List.of()));
    }

    /** A scalar as an index that stays within an array: converted, and clamped to 0 and the bound. */
    Index clampedIndex(Block block, Value start, long maximum, int instruction) {
        if (maximum <= 0) {
            return Index.ZERO;
        }
        var scalars = new Scalars(block, instruction);
        // An unsigned start beyond what s64 holds is beyond any array too.
        var isHuge = start.type() == PrimitiveType.U64;
        var bounded =
                isHuge ? scalars.apply(Operation.MINIMUM, start, scalars.bits(PrimitiveType.U64, maximum)) : start;
        var wide = scalars.convert(PrimitiveType.S64, bounded);
        var low = scalars.apply(Operation.MAXIMUM, wide, scalars.number(PrimitiveType.S64, 0));
        var clamped = scalars.apply(Operation.MINIMUM, low, scalars.bits(PrimitiveType.S64, maximum));
        return Index.of(new IndexAtom.Loaded(clamped, maximum));
    }
}
