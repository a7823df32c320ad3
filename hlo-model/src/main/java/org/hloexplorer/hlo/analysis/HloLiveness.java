package org.hloexplorer.hlo.analysis;

import java.util.List;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;

/**
 * How many bytes of values are alive while a computation runs in the order of its instructions.
 *
 * <p>A value lives from its instruction to its last use. Parameters live throughout; what reaches the root lives to the end;
 * constants lie outside. Tuples, their elements, bitcasts and the like take no room of their own, a loop works in the place
 * of its operand, and whoever calls a computation needs, while it runs, the most that the callee needs beyond its
 * parameters and result.
 */
public final class HloLiveness {
    private final HloComputation computation;
    private final List<LiveValue> values;
    private final long[] bytes;
    private final int peakPosition;

    /**
     * A value with the positions between which it is alive, both included.
     *
     * @param bytes what it takes
     */
    public record LiveValue(HloInstruction instruction, int from, int to, long bytes) {
        boolean isAliveAt(int position) {
            return from <= position && position <= to;
        }
    }

    HloLiveness(HloComputation computation, List<LiveValue> values, long[] extra) {
        this.computation = computation;
        this.values = List.copyOf(values);
        this.bytes = sum(values, extra);
        this.peakPosition = peak(bytes);
    }

    /** Of the entry computation, with all that it calls. */
    public static HloLiveness of(HloModule module) {
        return of(module, module.entry());
    }

    public static HloLiveness of(HloModule module, HloComputation computation) {
        return new LivenessWalk(module).of(computation);
    }

    /** The most that is alive at any one time. */
    public long peakBytes() {
        return bytes.length == 0 ? 0 : bytes[peakPosition];
    }

    /** The first instruction during which the most is alive. */
    public HloInstruction peakInstruction() {
        return computation.instructions().get(peakPosition);
    }

    /** What is alive while the instruction at a position runs, its own result included. */
    public long bytesAt(int position) {
        return bytes[position];
    }

    /** The values that are alive while the instruction at a position runs, the largest first. */
    public List<LiveValue> aliveAt(int position) {
        return values.stream()
                .filter(value -> value.isAliveAt(position))
                .sorted((a, b) -> Long.compare(b.bytes(), a.bytes()))
                .toList();
    }

    /** All values that take room, in the order they come to be. */
    public List<LiveValue> values() {
        return values;
    }

    /** What a caller must find room for while this runs, beside arguments and result. */
    long temporaryBytes() {
        long own = 0;
        var root = computation.instructions().size() - 1;
        for (var value : values) {
            boolean isParameter = value.from() == 0 && value.to() == root && isParameter(value.instruction());
            own += isParameter ? value.bytes() : 0;
        }
        return Math.max(0, peakBytes() - own - ShapeSize.of(computation.root().shape()));
    }

    private static boolean isParameter(HloInstruction instruction) {
        return instruction.op() instanceof HloOp.Parameter;
    }

    private static long[] sum(List<LiveValue> values, long[] extra) {
        var change = new long[extra.length + 1];
        for (var value : values) {
            change[value.from()] += value.bytes();
            change[value.to() + 1] -= value.bytes();
        }
        var bytes = new long[extra.length];
        long alive = 0;
        for (int position = 0; position < bytes.length; position++) {
            alive += change[position];
            bytes[position] = alive + extra[position];
        }
        return bytes;
    }

    private static int peak(long[] bytes) {
        int peak = 0;
        for (int position = 1; position < bytes.length; position++) {
            peak = bytes[position] > bytes[peak] ? position : peak;
        }
        return peak;
    }
}
