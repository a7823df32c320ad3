package org.hloexplorer.pipeline.kernel.instrument;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.hloexplorer.pipeline.kernel.Expression;
import org.hloexplorer.pipeline.kernel.KernelBuffer;
import org.hloexplorer.pipeline.kernel.Statement;
import org.hloexplorer.pipeline.kernel.Value;
import org.hloexplorer.pipeline.kernel.instrument.Work.Kind;

/**
 * Statements that always run together, and what running them once does.
 *
 * <p>In a vector loop a statement of the lanes is done for all of them at a time; the last vector may have fewer.
 */
record CountedBlock(List<Entry> entries, Lanes lanes) {

    /** An amount of work; of each lane, or once for all of them. */
    record Entry(Work work, long amount, boolean isOfLanes) {}

    /**
     * The vector loop around a block.
     *
     * @param repetitions of the loop, in all
     * @param vectors that they are done in
     * @param varying the values that each lane has for itself
     */
    record Lanes(long variable, long repetitions, long vectors, Set<Value> varying) {
        static final Lanes NONE = new Lanes(-1, 1, 1, Set.of());
    }

    CountedBlock {
        entries = List.copyOf(entries);
    }

    static CountedBlock of(List<Statement> statements, Lanes lanes) {
        List<Entry> entries = new ArrayList<>();
        for (var statement : statements) {
            switch (statement) {
                case Statement.Define(var value, var expression, int instruction) ->
                    define(expression, instruction, lanes.varying().contains(value), entries);
                case Statement.Store(var buffer, var index, var _, int instruction) -> {
                    boolean isOfLanes = index.variables().stream().anyMatch(each -> each.id() == lanes.variable());
                    entries.add(new Entry(stored(buffer, instruction), 1, isOfLanes));
                }
                case Statement.Combine(var buffer, var _, var operation, var _, int instruction) -> {
                    entries.add(new Entry(loaded(buffer, instruction), 1, false));
                    var work = new Work(instruction, Work.kind(operation), buffer.elementType());
                    entries.add(new Entry(work, Work.amount(operation), false));
                    entries.add(new Entry(stored(buffer, instruction), 1, false));
                }
                case Statement.For _, Statement.If _, Statement.Barrier _ -> {}
            }
        }
        return new CountedBlock(entries, lanes);
    }

    private static void define(Expression expression, int instruction, boolean isOfLanes, List<Entry> entries) {
        switch (expression) {
            case Expression.Load(var buffer, var _) ->
                entries.add(new Entry(loaded(buffer, instruction), 1, isOfLanes));
            case Expression.Apply(var operation, var _, var operands) -> {
                // A comparison's operands, and a select's last ones, tell the type that is worked on.
                var type = operands.getLast().type();
                entries.add(new Entry(
                        new Work(instruction, Work.kind(operation), type), Work.amount(operation), isOfLanes));
                long inside = LibraryCost.flops(operation, type);
                if (inside > 0) {
                    entries.add(new Entry(new Work(instruction, Kind.LIBRARY, type), inside, isOfLanes));
                }
            }
            case Expression.Convert(var type, var _) ->
                entries.add(new Entry(new Work(instruction, Kind.CONVERSION, type), 1, isOfLanes));
            case Expression.Constant _, Expression.IndexValue _, Expression.InRange _, Expression.BitcastConvert _ -> {}
        }
    }

    private static Work loaded(KernelBuffer buffer, int instruction) {
        return new Work(instruction, isOfThread(buffer) ? Kind.SCRATCH_LOAD : Kind.LOAD, buffer.elementType());
    }

    private static Work stored(KernelBuffer buffer, int instruction) {
        return new Work(instruction, isOfThread(buffer) ? Kind.SCRATCH_STORE : Kind.STORE, buffer.elementType());
    }

    private static boolean isOfThread(KernelBuffer buffer) {
        return switch (buffer.role()) {
            case INPUT, OUTPUT -> false;
            case SCRATCH, LOCAL -> true;
        };
    }

    /** What it did where it ran so often, vectors of a loop counted as one. */
    void add(long runs, BiConsumer<Work, Long> sum) {
        for (var entry : entries) {
            // Runs are a multiple of the vectors: each of them takes the same way through what is inside.
            long times = entry.isOfLanes() ? runs / lanes.vectors() * lanes.repetitions() : runs;
            sum.accept(entry.work(), times * entry.amount());
        }
    }
}
