package org.hloexplorer.pipeline.buffers;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.eval.EvaluationOptions;
import org.hloexplorer.hlo.eval.HloEvaluator;

/**
 * Runs a module in the memory that a buffer assignment gives it: instruction by instruction in the order of the
 * schedule, each value read from its place and written to its place, in one piece of memory for all.
 *
 * <p>Where two values that are needed at the same time share a place, the result is wrong, which is the point: compared
 * with the reference, a run shows that an assignment, its schedule and the copies in the module go together.
 */
public final class BufferEvaluator implements AutoCloseable {
    private static final ValueLayout.OfLong POINTER = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final long BYTES_PER_POINTER = 8;

    private final HloModule module;
    private final BufferAssignment assignment;
    private final HloSchedule schedule;
    private final Cancellation cancellation;
    private final InstructionWork work;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private final long[] bases;

    /**
     * An evaluator with memory of its own, as much as the assignment takes.
     *
     * @throws IllegalArgumentException where something has no size before run time
     */
    public BufferEvaluator(BufferAssignment assignment, HloSchedule schedule, Cancellation cancellation) {
        this(assignment, schedule, cancellation, byReference(assignment.module(), cancellation));
    }

    private static InstructionWork byReference(HloModule module, Cancellation cancellation) {
        var evaluator = new HloEvaluator(EvaluationOptions.standard().withCancellation(cancellation));
        return (instruction, operands) -> evaluator.evaluateInstruction(instruction, operands, module);
    }

    BufferEvaluator(
            BufferAssignment assignment, HloSchedule schedule, Cancellation cancellation, InstructionWork work) {
        this.module = assignment.module();
        this.assignment = assignment;
        this.schedule = schedule;
        this.cancellation = cancellation;
        this.work = work;
        this.bases = new long[assignment.allocations().size()];
        long size = 0;
        for (var allocation : assignment.allocations()) {
            bases[allocation.index()] = size;
            size += Math.ceilDiv(allocation.size(), BufferAssigner.CPU_ALIGNMENT) * BufferAssigner.CPU_ALIGNMENT;
        }
        this.memory = arena.allocate(Math.max(1, size), BufferAssigner.CPU_ALIGNMENT);
    }

    /** The result of the entry computation for these arguments. */
    public Literal run(List<Literal> arguments) {
        var entry = module.entry();
        for (var computation : assignment.dataflow().contexts().sequential()) {
            for (var instruction : computation.instructions()) {
                if (instruction.op() instanceof HloOp.Constant(var literal)) {
                    store(instruction, 0, instruction.shape(), literal);
                }
            }
        }
        var parameters = entry.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            store(parameters.get(i), 0, parameters.get(i).shape(), arguments.get(i));
        }
        run(entry);
        return load(entry.root(), 0, entry.root().shape());
    }

    private void run(HloComputation computation) {
        for (var instruction : schedule.sequence(computation)) {
            cancellation.check();
            run(computation, instruction);
        }
    }

    private void run(HloComputation computation, HloInstruction instruction) {
        switch (instruction.op()) {
            case HloOp.Parameter _, HloOp.Constant _, HloOp.Domain _ -> {}
            case HloOp.GetTupleElement(int index) -> checkTable(computation.operand(instruction, 0), index);
            case HloOp.While(int condition, int body) -> loop(module.computation(condition), module.computation(body));
            case HloOp.Call(int callee, boolean _) -> run(module.computation(callee));
            case HloOp.Conditional conditional -> branch(computation, instruction, conditional);
            default -> runPlain(computation, instruction);
        }
    }

    private void runPlain(HloComputation computation, HloInstruction instruction) {
        if (instruction.opcode() == HloOpcode.TUPLE) {
            storeTable(instruction);
        } else if (!Dataflow.passesOn(instruction)) {
            var operands = new ArrayList<Literal>();
            for (var operand : computation.operands(instruction)) {
                operands.add(load(operand, 0, operand.shape()));
            }
            store(instruction, 0, instruction.shape(), work.evaluate(instruction, operands));
        }
    }

    private void loop(HloComputation condition, HloComputation body) {
        run(condition);
        while (isTrue(condition.root())) {
            run(body);
            run(condition);
        }
    }

    private boolean isTrue(HloInstruction predicate) {
        return load(predicate, 0, predicate.shape()).bitsAt(0) != 0;
    }

    private void branch(HloComputation computation, HloInstruction instruction, HloOp.Conditional conditional) {
        var choice = computation.operand(instruction, 0);
        int count = conditional.branches().size();
        long chosen = load(choice, 0, choice.shape()).bitsAt(0);
        int index = conditional.byPredicate()
                ? (chosen != 0 ? 0 : 1)
                : (int) (chosen < 0 || chosen >= count ? count - 1 : chosen);
        run(module.computation(conditional.branches().get(index)));
    }

    private Literal load(HloInstruction instruction, int part, Shape shape) {
        return switch (shape) {
            case Shape.Array array -> {
                var place = assignment.place(instruction, part);
                yield place == null
                        ? Literal.of(array, MemorySegment.ofArray(new byte[0]))
                        : PhysicalOrder.read(array, memory, address(place));
            }
            case Shape.Tuple(var elements) -> {
                var parts = new ArrayList<Literal>();
                int next = part + 1;
                for (var element : elements) {
                    parts.add(load(instruction, next, element));
                    next += Subshape.count(element);
                }
                yield Literal.tuple(parts);
            }
            case Shape.Token _, Shape.Opaque _, Shape.Buffer _ -> Literal.elided(shape);
        };
    }

    private void store(HloInstruction instruction, int part, Shape shape, Literal literal) {
        switch (shape) {
            case Shape.Array array -> {
                var place = assignment.place(instruction, part);
                if (place != null) {
                    PhysicalOrder.write(literal, array, memory, address(place));
                }
            }
            case Shape.Tuple(var elements) -> {
                storeTable(instruction, part, elements);
                int next = part + 1;
                for (int i = 0; i < elements.size(); i++) {
                    store(instruction, next, elements.get(i), literal.elements().get(i));
                    next += Subshape.count(elements.get(i));
                }
            }
            case Shape.Token _, Shape.Opaque _, Shape.Buffer _ -> {}
        }
    }

    private void storeTable(HloInstruction tuple) {
        storeTable(tuple, 0, ((Shape.Tuple) tuple.shape()).elements());
    }

    private void storeTable(HloInstruction instruction, int part, List<Shape> elements) {
        var place = assignment.place(instruction, part);
        int next = part + 1;
        for (int i = 0; i < elements.size() && place != null; i++) {
            memory.set(POINTER, address(place) + BYTES_PER_POINTER * i, addressOrZero(instruction, next));
            next += Subshape.count(elements.get(i));
        }
    }

    /** A table that something else overwrote leads nowhere: no result would come of that on a real machine. */
    private void checkTable(HloInstruction tuple, int index) {
        var place = assignment.place(tuple, 0);
        if (place == null) {
            return;
        }
        long expected = addressOrZero(tuple, Subshape.ordinalOfElement(tuple.shape(), index));
        long found = memory.get(POINTER, address(place) + BYTES_PER_POINTER * index);
        if (found != expected) {
            throw new IllegalStateException(
                    "the table of %s was overwritten: its element %d should lie at %d, and %d is written there"
                            .formatted(tuple, index, expected, found));
        }
    }

    private long addressOrZero(HloInstruction instruction, int part) {
        var place = assignment.place(instruction, part);
        return place == null ? 0 : address(place);
    }

    private long address(BufferAssignment.Place place) {
        return bases[place.allocation()] + place.offset();
    }

    @Override
    public void close() {
        arena.close();
    }
}
