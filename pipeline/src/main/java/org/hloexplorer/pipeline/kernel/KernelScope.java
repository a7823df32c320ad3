package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.kernel.KernelBuffer.Role;

/** What a kernel has at hand that is written step by step: arguments, elements of operands, scratch memory, a block. */
final class KernelScope {
    private static final long ALIGNMENT = 64;

    private final HloInstruction instruction;
    private final ArgumentList arguments = new ArgumentList();
    private final Frame frame;
    private final ElementEmitter elements;
    private final List<KernelBuffer> results;
    private final List<KernelBuffer> scratch = new ArrayList<>();
    private final Block block = Block.outermost();

    /** What a loop repeats. */
    interface Body {
        void emit(Block inner, List<Index> at);
    }

    /** @param unread operands that the kernel does not read: those that the result holds from the start */
    KernelScope(HloModule module, HloComputation computation, HloInstruction instruction, Set<Integer> unread) {
        this.instruction = instruction;
        this.frame = new Frame(computation);
        arguments.bindOperands(frame, instruction, unread);
        this.elements = new ElementEmitter(module, arguments::constant);
        this.results = arguments.results(instruction);
    }

    HloInstruction instruction() {
        return instruction;
    }

    int id() {
        return instruction.id();
    }

    Frame frame() {
        return frame;
    }

    ElementEmitter elements() {
        return elements;
    }

    /** The outermost block. */
    Block block() {
        return block;
    }

    KernelBuffer result(int part) {
        return results.get(part);
    }

    Shape.Array resultShape(int part) {
        return ArgumentList.arrays(instruction.shape()).get(part);
    }

    Shape.Array operandShape(int operand) {
        return frame.operand(instruction, operand).shape().asArray();
    }

    Scalars scalars(Block inner) {
        return new Scalars(inner, instruction.id());
    }

    /** An array that only this kernel reads. */
    KernelBuffer constant(Literal literal) {
        return arguments.constant(literal);
    }

    /** An element of an operand, which is not complex. */
    Value operand(Block inner, int operand, List<Index> at) {
        checkReal(operandShape(operand));
        return elements.element(inner, frame, frame.operand(instruction, operand), at);
    }

    private void checkReal(Shape.Array shape) {
        if (shape.elementType().isComplex()) {
            throw new NotLowerable("%s of complex numbers is not a kernel yet".formatted(instruction.opcode()));
        }
    }

    /** An element of the result as it is now. */
    Value current(Block inner, int part, List<Index> at) {
        return load(inner, result(part), Layouts.position(resultShape(part), at));
    }

    /** The memory that an operand is in; empty where it is worked out. */
    Optional<KernelBuffer> operandBuffer(int operand) {
        return frame.source(frame.operand(instruction, operand))
                .filter(Frame.Source.Memory.class::isInstance)
                .map(source -> ((Frame.Source.Memory) source).buffers().getFirst());
    }

    Value load(Block inner, KernelBuffer buffer, Index position) {
        return inner.define(new Expression.Load(buffer, position), instruction.id());
    }

    void store(Block inner, int part, List<Index> at, Value value) {
        checkReal(resultShape(part));
        inner.store(result(part), Layouts.position(resultShape(part), at), value, instruction.id());
    }

    /** Memory of each thread. */
    KernelBuffer scratch(String name, PrimitiveType type, long elements) {
        return memory(Role.SCRATCH, name, type, elements);
    }

    /** Memory that the items of a work-group share. */
    KernelBuffer local(String name, PrimitiveType type, long elements) {
        return memory(Role.LOCAL, name, type, elements);
    }

    private KernelBuffer memory(Role role, String name, PrimitiveType type, long elements) {
        long used = scratch.stream()
                .filter(each -> each.role() == role)
                .mapToLong(each ->
                        each.number() + each.elements() * each.elementType().bytes())
                .max()
                .orElse(0);
        long offset = (used + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        var buffer = new KernelBuffer(role, Math.toIntExact(offset), "packed." + name, type, elements);
        scratch.add(buffer);
        return buffer;
    }

    void repeat(Block outer, long extent, LoopKind kind, BiConsumer<Block, Index> body) {
        var counter = outer.newVariable(extent);
        outer.loop(counter, kind, List.of(), instruction.id(), (inner, _) -> {
            body.accept(inner, Index.of(counter));
            return List.of();
        });
    }

    /** A loop for each dimension, the first outermost. */
    void overAll(Block outer, List<Long> sizes, Body body) {
        overAll(outer, sizes, List.of(), body);
    }

    private void overAll(Block outer, List<Long> sizes, List<Index> at, Body body) {
        if (at.size() == sizes.size()) {
            body.emit(outer, at);
            return;
        }
        repeat(outer, sizes.get(at.size()), LoopKind.SEQUENTIAL, (inner, index) -> {
            var position = new ArrayList<>(at);
            position.add(index);
            overAll(inner, sizes, position, body);
        });
    }

    /** A loop for each dimension of an array, the one that varies slowest in memory outermost. */
    void overAll(Block outer, Shape.Array shape, Body body) {
        var order = Layouts.majorToMinor(shape);
        var sizes = order.stream().map(shape::dimension).toList();
        overAll(outer, sizes, (inner, at) -> {
            var position = new ArrayList<>(at);
            IntStream.range(0, order.size()).forEach(i -> position.set(order.get(i), at.get(i)));
            body.emit(inner, List.copyOf(position));
        });
    }

    /** Does something only where a condition holds. */
    void when(Block outer, Value condition, Consumer<Block> body) {
        outer.choose(
                condition,
                instruction.id(),
                then -> {
                    body.accept(then);
                    return List.of();
                },
                _ -> List.of());
    }

    /** The kernel, its only outermost loop shared out among threads. */
    LoweredKernel partitioned(List<String> notes) {
        return arguments.kernel(
                Partition.of(instruction.name(), arguments.buffers(), scratch, block.statements(), notes));
    }

    /** The kernel, its only outermost loop over work-groups. */
    LoweredKernel grouped(long groups, List<String> notes) {
        return arguments.kernel(
                new Kernel(instruction.name(), arguments.buffers(), scratch, block.statements(), groups, 1, notes));
    }

    /** As {@link #partitioned}, of a kernel that changes a part of an operand's value. */
    LoweredKernel partitionedUpdate(int operand, List<String> notes) {
        return arguments.updating(
                operand, Partition.of(instruction.name(), arguments.buffers(), scratch, block.statements(), notes));
    }

    /** The kernel for one thread, as steps depend on one another. */
    Kernel sequential(List<String> notes) {
        return new Kernel(instruction.name(), arguments.buffers(), scratch, block.statements(), 1, 1, notes);
    }

    LoweredKernel kernel(Kernel kernel) {
        return arguments.kernel(kernel);
    }

    LoweredKernel update(int operand, Kernel kernel) {
        return arguments.updating(operand, kernel);
    }
}
