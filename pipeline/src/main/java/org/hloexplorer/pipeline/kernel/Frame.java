package org.hloexplorer.pipeline.kernel;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Shape;

/**
 * A computation that a kernel is made of, in one place where it is called, and where its inputs come from there.
 *
 * <p>Compared by identity: the same computation called twice has two frames.
 */
final class Frame {
    private final HloComputation computation;
    private final boolean isScalarCode;
    private final Map<Integer, Source> sources = new HashMap<>();
    private final Map<Integer, Frame> callees = new HashMap<>();

    /** Where the value of an instruction comes from, when it is not worked out here. */
    sealed interface Source {

        /** Memory; a tuple has a buffer for each element. */
        record Memory(List<KernelBuffer> buffers, List<Shape.Array> shapes) implements Source {}

        /** An instruction of the caller. */
        record Caller(Frame frame, HloInstruction instruction) implements Source {}

        /** A scalar that is at hand: its value, or of a complex one both parts. */
        record AtHand(List<Value> parts) implements Source {
            public AtHand {
                parts = List.copyOf(parts);
            }
        }
    }

    Frame(HloComputation computation) {
        this(computation, false);
    }

    private Frame(HloComputation computation, boolean isScalarCode) {
        this.computation = computation;
        this.isScalarCode = isScalarCode;
    }

    /** Whether it computes with scalars at hand, which depend on the loop that they stand in as no index tells. */
    boolean isScalarCode() {
        return isScalarCode;
    }

    HloComputation computation() {
        return computation;
    }

    void bind(HloInstruction instruction, Source source) {
        sources.put(instruction.id(), source);
    }

    Optional<Source> source(HloInstruction instruction) {
        return Optional.ofNullable(sources.get(instruction.id()));
    }

    HloInstruction operand(HloInstruction instruction, int operand) {
        return computation.operand(instruction, operand);
    }

    /** The frame of a computation that an instruction here calls with its operands: always the same one. */
    Frame callee(HloInstruction caller, HloComputation called) {
        return callees.computeIfAbsent(caller.id(), _ -> {
            var frame = new Frame(called, isScalarCode);
            var parameters = called.parameters();
            for (int i = 0; i < parameters.size(); i++) {
                frame.bind(parameters.get(i), new Source.Caller(this, operand(caller, i)));
            }
            return frame;
        });
    }

    /** A frame of a scalar computation for values at hand. */
    static Frame of(HloComputation computation, List<Value> arguments) {
        return ofParts(computation, arguments.stream().map(List::of).toList());
    }

    /** The same where complex values have two parts each. */
    static Frame ofParts(HloComputation computation, List<List<Value>> arguments) {
        var frame = new Frame(computation, true);
        var parameters = computation.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            frame.bind(parameters.get(i), new Source.AtHand(arguments.get(i)));
        }
        return frame;
    }
}
