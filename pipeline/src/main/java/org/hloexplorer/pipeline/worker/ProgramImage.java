package org.hloexplorer.pipeline.worker;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.stream.Stream;
import org.hloexplorer.pipeline.onednn.Primitive;

/**
 * A compiled program as the running child holds it: code, one block of memory, and steps in order.
 *
 * @param objects relocatable objects; each symbol is defined in one of them
 * @param memoryBytes size of the block that all buffers lie in, at offsets aligned to 64
 * @param scratchBytes memory that each thread gets for itself
 */
public record ProgramImage(List<ObjectCode> objects, long memoryBytes, long scratchBytes, List<Step> steps) {
    public ProgramImage {
        objects = List.copyOf(objects);
        steps = List.copyOf(steps);
    }

    /** What a program does next. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "step")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Launch.class, name = "launch"),
        @JsonSubTypes.Type(value = LibraryCall.class, name = "library-call"),
        @JsonSubTypes.Type(value = DeviceLaunch.class, name = "device-launch"),
        @JsonSubTypes.Type(value = Copy.class, name = "copy"),
        @JsonSubTypes.Type(value = Loop.class, name = "loop"),
        @JsonSubTypes.Type(value = Branch.class, name = "branch"),
    })
    public sealed interface Step {

        /** The steps that are timed, those inside of loops and branches included, in the order they are listed. */
        default Stream<Unit> units() {
            return switch (this) {
                case Unit unit -> Stream.of(unit);
                case Loop(var condition, long _, var body) ->
                    Stream.concat(condition.stream(), body.stream()).flatMap(Step::units);
                case Branch(long _, boolean _, var branches) ->
                    branches.stream().flatMap(List::stream).flatMap(Step::units);
            };
        }
    }

    /** A step that is timed; its name is for people. */
    public sealed interface Unit extends Step {
        String name();
    }

    /**
     * One call of a kernel.
     *
     * @param buffers byte offsets of its buffers, in the order of the kernel's arguments
     * @param extent trip count of its outermost loop
     * @param grain the outermost loop is only split at multiples of this; at least 1
     */
    public record Launch(String name, String symbol, List<Long> buffers, long extent, long grain) implements Unit {
        public Launch {
            buffers = List.copyOf(buffers);
            if (grain < 1) {
                throw new IllegalArgumentException("launch %s has grain %d".formatted(name, grain));
            }
        }
    }

    /**
     * One call of oneDNN.
     *
     * @param buffers byte offsets, in the order of {@link Primitive#buffers}
     */
    public record LibraryCall(String name, Primitive primitive, List<Long> buffers) implements Unit {
        public LibraryCall {
            buffers = List.copyOf(buffers);
        }
    }

    /**
     * One call of a kernel on a device.
     *
     * @param buffers in the order of the kernel's arguments
     * @param scratchBytes memory of all its items together, passed as a last argument unless it is 0
     */
    public record DeviceLaunch(
            String name, String symbol, List<Room> buffers, long groups, long groupSize, long scratchBytes)
            implements Unit {
        public DeviceLaunch {
            buffers = List.copyOf(buffers);
        }
    }

    /** A part of a program's memory. */
    public record Room(long offset, long bytes) {}

    /** Copies so many bytes from one offset to another. */
    public record Copy(String name, long from, long to, long bytes) implements Unit {}

    /** Repeats the body while the byte at an offset is not 0, which the condition's steps set. */
    public record Loop(List<Step> condition, long predicate, List<Step> body) implements Step {
        public Loop {
            condition = List.copyOf(condition);
            body = List.copyOf(body);
        }
    }

    /**
     * Runs one of its branches.
     *
     * @param selector offset of an s32, the number of the branch, where one out of range means the last; or of a predicate
     */
    public record Branch(long selector, boolean byPredicate, List<List<Step>> branches) implements Step {
        public Branch {
            branches = branches.stream().map(List::copyOf).toList();
        }
    }

    /** All steps that are timed. */
    List<Unit> units() {
        return units(steps);
    }

    static List<Unit> units(List<Step> steps) {
        return steps.stream().flatMap(Step::units).toList();
    }
}
