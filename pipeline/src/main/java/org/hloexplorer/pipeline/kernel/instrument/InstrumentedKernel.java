package org.hloexplorer.pipeline.kernel.instrument;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.pipeline.kernel.Expression;
import org.hloexplorer.pipeline.kernel.Index;
import org.hloexplorer.pipeline.kernel.IndexAtom;
import org.hloexplorer.pipeline.kernel.Kernel;
import org.hloexplorer.pipeline.kernel.KernelBuffer;
import org.hloexplorer.pipeline.kernel.LaneAnalysis;
import org.hloexplorer.pipeline.kernel.Operation;
import org.hloexplorer.pipeline.kernel.Statement;
import org.hloexplorer.pipeline.kernel.Value;
import org.hloexplorer.pipeline.kernel.instrument.CountedBlock.Lanes;

/**
 * A kernel that counts how often each of its blocks runs, and leaves its number in a trace of memory when it begins.
 *
 * <p>To be run on one thread. Its last three arguments are the counts, one for each block, the {@link Trace}, and its number.
 *
 * @param blocks in the order of the counts
 */
public record InstrumentedKernel(Kernel kernel, List<CountedBlock> blocks) {
    /** Begins the names of buffers that are not the kernel's own. */
    public static final String OWN = "hlox.";

    /** The name of the buffer that takes addresses. */
    public static final String TRACE = OWN + "trace";

    public InstrumentedKernel {
        blocks = List.copyOf(blocks);
    }

    /** The kernel with counters, and with room for so many records in the trace. */
    public static InstrumentedKernel of(Kernel kernel, long traceRecords) {
        return new Builder(kernel, traceRecords).build();
    }

    /** The work of each kind that it did, by the counts that it left. */
    public Map<Work, Long> work(LongStream counts) {
        Map<Work, Long> work = new HashMap<>();
        var runs = counts.toArray();
        for (int i = 0; i < runs.length; i++) {
            blocks.get(i).add(runs[i], (each, amount) -> {
                if (amount > 0) {
                    work.merge(each, amount, Long::sum);
                }
            });
        }
        return work;
    }

    private static final class Builder {
        private final Kernel kernel;
        private final List<CountedBlock> blocks = new ArrayList<>();
        private final KernelBuffer counts;
        private final KernelBuffer trace;
        private final KernelBuffer number;
        private int values;

        Builder(Kernel kernel, long traceRecords) {
            int arguments = kernel.arguments().size();
            this.kernel = kernel;
            this.counts = own("counts", KernelBuffer.Role.OUTPUT, arguments, blockCount(kernel.body()) + 1);
            this.trace = own("trace", KernelBuffer.Role.OUTPUT, arguments + 1, Trace.HEADER + traceRecords);
            this.number = own("number", KernelBuffer.Role.INPUT, arguments + 2, 1);
            this.values = greatestValue(kernel.body()) + 1;
        }

        private static KernelBuffer own(String name, KernelBuffer.Role role, int number, long elements) {
            return new KernelBuffer(role, number, OWN + name, PrimitiveType.S64, elements);
        }

        private static long blockCount(List<Statement> block) {
            return block.stream()
                    .mapToLong(statement -> switch (statement) {
                        case Statement.For loop -> 1 + blockCount(loop.body());
                        case Statement.If branch -> 2 + blockCount(branch.then()) + blockCount(branch.otherwise());
                        case Statement.Define _, Statement.Store _, Statement.Combine _, Statement.Barrier _ -> 0;
                    })
                    .sum();
        }

        private static int greatestValue(List<Statement> block) {
            int greatest = -1;
            for (var statement : block) {
                greatest = Math.max(
                        greatest,
                        switch (statement) {
                            case Statement.Define define -> define.value().id();
                            case Statement.For loop ->
                                Math.max(
                                        greatestValue(loop.body()),
                                        loop.carried().stream()
                                                .mapToInt(each -> Math.max(
                                                        each.argument().id(),
                                                        each.result().id()))
                                                .max()
                                                .orElse(-1));
                            case Statement.If branch ->
                                Math.max(
                                        Math.max(greatestValue(branch.then()), greatestValue(branch.otherwise())),
                                        branch.chosen().stream()
                                                .mapToInt(each -> each.result().id())
                                                .max()
                                                .orElse(-1));
                            case Statement.Store _, Statement.Combine _, Statement.Barrier _ -> -1;
                        });
            }
            return greatest;
        }

        InstrumentedKernel build() {
            var body = block(kernel.body(), Lanes.NONE);
            body.addAll(0, announcement());
            var arguments = new ArrayList<>(kernel.arguments());
            arguments.addAll(List.of(counts, trace, number));
            var instrumented = new Kernel(
                    kernel.name(), arguments, kernel.scratch(), body, kernel.extent(), kernel.grain(), kernel.notes());
            return new InstrumentedKernel(instrumented, blocks);
        }

        private List<Statement> block(List<Statement> statements, Lanes lanes) {
            var counted = new ArrayList<>(increment(counts, Index.of(blocks.size())));
            blocks.add(CountedBlock.of(statements, lanes));
            for (var statement : statements) {
                counted.add(
                        switch (statement) {
                            case Statement.For loop ->
                                new Statement.For(
                                        loop.variable(),
                                        loop.kind(),
                                        loop.carried(),
                                        block(loop.body(), inside(loop, lanes)),
                                        loop.instruction());
                            case Statement.If branch ->
                                new Statement.If(
                                        branch.condition(),
                                        block(branch.then(), lanes),
                                        block(branch.otherwise(), lanes),
                                        branch.chosen(),
                                        branch.instruction());
                            case Statement.Define _, Statement.Store _, Statement.Combine _, Statement.Barrier _ ->
                                statement;
                        });
            }
            return counted;
        }

        private static Lanes inside(Statement.For loop, Lanes around) {
            int lanes = loop.kind().lanes();
            if (lanes == 1) {
                return around;
            }
            long repetitions = loop.variable().extent();
            return new Lanes(
                    loop.variable().id(), repetitions, Math.ceilDiv(repetitions, lanes), LaneAnalysis.varying(loop));
        }

        private List<Statement> increment(KernelBuffer buffer, Index index) {
            var before = value(PrimitiveType.S64);
            var one = value(PrimitiveType.S64);
            var after = value(PrimitiveType.S64);
            return List.of(
                    define(before, new Expression.Load(buffer, index)),
                    define(one, new Expression.Constant(PrimitiveType.S64, 1)),
                    define(after, new Expression.Apply(Operation.ADD, PrimitiveType.S64, List.of(before, one))),
                    new Statement.Store(buffer, index, after, Statement.NO_INSTRUCTION));
        }

        /** Writes the kernel's number, which is negative, where the next address would go, if there is room. */
        private List<Statement> announcement() {
            var position = value(PrimitiveType.S64);
            var room = value(PrimitiveType.S64);
            var hasRoom = value(PrimitiveType.PRED);
            var own = value(PrimitiveType.S64);
            long most = trace.elements() - Trace.HEADER;
            var place = Index.of(new IndexAtom.Loaded(position, most)).plus(Trace.HEADER);
            var then = new ArrayList<Statement>();
            then.add(new Statement.Store(trace, place, own, Statement.NO_INSTRUCTION));
            then.addAll(increment(trace, Index.of(Trace.POSITION)));
            return List.of(
                    define(position, new Expression.Load(trace, Index.of(Trace.POSITION))),
                    define(room, new Expression.Constant(PrimitiveType.S64, most)),
                    define(own, new Expression.Load(number, Index.ZERO)),
                    define(
                            hasRoom,
                            new Expression.Apply(Operation.COMPARE_LT, PrimitiveType.PRED, List.of(position, room))),
                    new Statement.If(hasRoom, then, List.of(), List.of(), Statement.NO_INSTRUCTION));
        }

        private static Statement define(Value value, Expression expression) {
            return new Statement.Define(value, expression, Statement.NO_INSTRUCTION);
        }

        private Value value(PrimitiveType type) {
            return new Value(values++, type);
        }
    }
}
