package org.hloexplorer.hlo.text;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalInt;

/** Where each instruction and computation stands in a text, and which one stands at a place. Immutable. */
public final class SourceMap {
    private static final int ABSENT = -1;

    private final SourceText source;

    /** By id: where it starts and ends, and its name within. */
    private final int[] starts;

    private final int[] ends;
    private final int[] nameStarts;
    private final int[] nameEnds;
    private final int[] opcodeStarts;
    private final int[] opcodeEnds;

    /** Ids of instructions, and their starts, in the order of the text. */
    private final int[] instructionIds;

    private final int[] instructionStarts;

    private SourceMap(Builder builder) {
        this.source = builder.source;
        this.starts = builder.starts;
        this.ends = builder.ends;
        this.nameStarts = builder.nameStarts;
        this.nameEnds = builder.nameEnds;
        this.opcodeStarts = builder.opcodeStarts;
        this.opcodeEnds = builder.opcodeEnds;
        this.instructionIds = inOrder(Arrays.copyOf(builder.instructionIds, builder.instructions), starts);
        this.instructionStarts =
                Arrays.stream(instructionIds).map(id -> starts[id]).toArray();
    }

    /** By their starts: an operation in place of an operand was added before the instruction that holds it. */
    private static int[] inOrder(int[] ids, int[] starts) {
        for (int i = 1; i < ids.length; i++) {
            if (starts[ids[i - 1]] > starts[ids[i]]) {
                return Arrays.stream(ids)
                        .boxed()
                        .sorted(Comparator.comparingInt(id -> starts[id]))
                        .mapToInt(Integer::intValue)
                        .toArray();
            }
        }
        return ids;
    }

    public SourceText source() {
        return source;
    }

    /** The name of this instruction or computation where it is defined. */
    public Optional<SourceSpan> span(int id) {
        return isKnown(id) ? Optional.of(source.span(nameStarts[id], nameEnds[id])) : Optional.empty();
    }

    /** The opcode of this instruction. */
    public Optional<SourceSpan> opcode(int id) {
        return isKnown(id) && opcodeEnds[id] > opcodeStarts[id]
                ? Optional.of(source.span(opcodeStarts[id], opcodeEnds[id]))
                : Optional.empty();
    }

    /** The first line of this instruction or computation, from its first character on. */
    public Optional<SourceSpan> extent(int id) {
        return isKnown(id) ? Optional.of(source.span(starts[id], ends[id])) : Optional.empty();
    }

    /** The offset of the first character of this instruction or computation. */
    public OptionalInt start(int id) {
        return isKnown(id) ? OptionalInt.of(starts[id]) : OptionalInt.empty();
    }

    /** The offset behind the last character of this instruction or computation. */
    public OptionalInt end(int id) {
        return isKnown(id) ? OptionalInt.of(ends[id]) : OptionalInt.empty();
    }

    /** The instruction that holds this place, counted from 1. */
    public OptionalInt instructionAt(int line, int column) {
        int offset = source.offset(line, column);
        int candidate = lastStartingBefore(offset);
        return candidate >= 0 && offset <= ends[instructionIds[candidate]]
                ? OptionalInt.of(instructionIds[candidate])
                : OptionalInt.empty();
    }

    /** The first instruction that stands on this line, if only in part. */
    public OptionalInt instructionOnLine(int line) {
        int lineStart = source.offset(line, 1);
        var reaching = instructionAt(line, 1);
        int next = lastStartingBefore(lineStart) + 1;
        if (reaching.isPresent() || next >= instructionIds.length) {
            return reaching;
        }
        return source.lineAt(instructionStarts[next]) == line
                ? OptionalInt.of(instructionIds[next])
                : OptionalInt.empty();
    }

    private int lastStartingBefore(int offset) {
        int found = Arrays.binarySearch(instructionStarts, offset);
        return found >= 0 ? found : -found - 2;
    }

    private boolean isKnown(int id) {
        return id >= 0 && id < starts.length && starts[id] != ABSENT;
    }

    /** Takes places as a parser or printer comes past them; instructions in the order of the text. */
    static final class Builder {
        private final SourceText source;
        private int[] starts = new int[0];
        private int[] ends = new int[0];
        private int[] nameStarts = new int[0];
        private int[] nameEnds = new int[0];
        private int[] opcodeStarts = new int[0];
        private int[] opcodeEnds = new int[0];
        private int[] instructionIds = new int[64];
        private int instructions;

        Builder(SourceText source) {
            this.source = source;
        }

        void addInstruction(int id, int start, int nameStart, int nameEnd, int end) {
            put(id, start, nameStart, nameEnd, end);
            if (instructions == instructionIds.length) {
                instructionIds = Arrays.copyOf(instructionIds, instructions * 2);
            }
            instructionIds[instructions++] = id;
        }

        /** Where the opcode of an instruction stands that was added before. */
        void addOpcode(int id, int start, int end) {
            opcodeStarts[id] = start;
            opcodeEnds[id] = end;
        }

        void addComputation(int id, int start, int nameStart, int nameEnd, int end) {
            put(id, start, nameStart, nameEnd, end);
        }

        SourceMap build() {
            return new SourceMap(this);
        }

        private void put(int id, int start, int nameStart, int nameEnd, int end) {
            if (id >= starts.length) {
                int size = Math.max(64, Math.max(id + 1, starts.length * 2));
                starts = grown(starts, size);
                ends = grown(ends, size);
                nameStarts = grown(nameStarts, size);
                nameEnds = grown(nameEnds, size);
                opcodeStarts = grown(opcodeStarts, size);
                opcodeEnds = grown(opcodeEnds, size);
            }
            starts[id] = start;
            nameStarts[id] = nameStart;
            nameEnds[id] = nameEnd;
            ends[id] = end;
        }

        private static int[] grown(int[] values, int size) {
            var larger = Arrays.copyOf(values, size);
            Arrays.fill(larger, values.length, size, ABSENT);
            return larger;
        }
    }
}
