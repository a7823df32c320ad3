package org.hloexplorer.pipeline.kernel;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.onednn.Primitive;

/** One thing that a plan does. */
public sealed interface PlanStep {

    /** Unique in the plan: the name of the instruction, numbered where a computation is called more than once. */
    String name();

    HloInstruction instruction();

    /**
     * Launches a kernel.
     *
     * @param instructions what the kernel computes: one instruction, or several that were joined, the last of which is the
     *     one that the launch is for
     * @param buffers ids of plan buffers, one for each argument of the kernel
     */
    record Launch(String name, List<HloInstruction> instructions, Kernel kernel, List<Integer> buffers)
            implements PlanStep {
        public Launch {
            instructions = List.copyOf(instructions);
            buffers = List.copyOf(buffers);
        }

        /** A launch for one instruction. */
        public Launch(String name, HloInstruction instruction, Kernel kernel, List<Integer> buffers) {
            this(name, List.of(instruction), kernel, buffers);
        }

        @Override
        public HloInstruction instruction() {
            return instructions.getLast();
        }
    }

    /**
     * Calls a library.
     *
     * @param instructions what it computes: a dot or convolution, and where it does more to the result the fusion that it
     *     is the result of
     * @param buffers ids of plan buffers, in the order of {@link Primitive#buffers}
     * @param notes what a reader should know about it, in sentences
     */
    record LibraryCall(
            String name,
            List<HloInstruction> instructions,
            Primitive primitive,
            List<Integer> buffers,
            List<String> notes)
            implements PlanStep {
        public LibraryCall {
            instructions = List.copyOf(instructions);
            buffers = List.copyOf(buffers);
            notes = List.copyOf(notes);
        }

        /** The dot or convolution. */
        public HloInstruction contraction() {
            return instructions.getFirst();
        }

        @Override
        public HloInstruction instruction() {
            return instructions.getLast();
        }
    }

    /**
     * Copies one buffer to another of the same size: what a loop carries on, what a branch gives, what an update in place
     * must not destroy.
     */
    record Copy(String name, HloInstruction instruction, int from, int to) implements PlanStep {}

    /**
     * Repeats steps while a predicate in memory holds.
     *
     * @param condition the steps that work out the predicate, before each repetition
     * @param predicate the buffer it is in then
     */
    record Loop(String name, HloInstruction instruction, List<PlanStep> condition, int predicate, List<PlanStep> body)
            implements PlanStep {
        public Loop {
            condition = List.copyOf(condition);
            body = List.copyOf(body);
        }
    }

    /**
     * Runs one of several lists of steps.
     *
     * @param selector the buffer with the number of the branch; one out of range is the last
     * @param byPredicate whether it holds a predicate, of which true is the first branch
     */
    record Branch(
            String name, HloInstruction instruction, int selector, boolean byPredicate, List<List<PlanStep>> branches)
            implements PlanStep {
        public Branch {
            branches = branches.stream().map(List::copyOf).toList();
        }
    }

    /**
     * Asks the reference evaluator.
     *
     * @param reason why the device does not compute it, in a sentence
     */
    record Reference(String name, HloInstruction instruction, List<PlanValue> operands, PlanValue result, String reason)
            implements PlanStep {
        public Reference {
            operands = List.copyOf(operands);
        }
    }

    /** The same with the lists of steps inside of it changed; what holds none is as it was. */
    default PlanStep withInner(UnaryOperator<List<PlanStep>> change) {
        return switch (this) {
            case Launch _, LibraryCall _, Copy _, Reference _ -> this;
            case Loop(var name, var instruction, var condition, int predicate, var body) ->
                new Loop(name, instruction, change.apply(condition), predicate, change.apply(body));
            case Branch(var name, var instruction, int selector, boolean byPredicate, var branches) ->
                new Branch(
                        name,
                        instruction,
                        selector,
                        byPredicate,
                        branches.stream().map(change).toList());
        };
    }

    /** The steps that do work, those inside of loops and branches included, in the order they are listed. */
    default Stream<PlanStep> units() {
        return switch (this) {
            case Launch _, LibraryCall _, Copy _, Reference _ -> Stream.of(this);
            case Loop(var _, var _, var condition, int _, var body) -> Stream.concat(units(condition), units(body));
            case Branch(var _, var _, int _, boolean _, var branches) ->
                branches.stream().flatMap(PlanStep::units);
        };
    }

    static Stream<PlanStep> units(List<PlanStep> steps) {
        return steps.stream().flatMap(PlanStep::units);
    }
}
