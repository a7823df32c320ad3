package org.hloexplorer.pipeline.kernel.instrument;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.kernel.ExecutablePlan;
import org.hloexplorer.pipeline.kernel.Expression;
import org.hloexplorer.pipeline.kernel.Index;
import org.hloexplorer.pipeline.kernel.IndexAtom.LoopVariable;
import org.hloexplorer.pipeline.kernel.Kernel;
import org.hloexplorer.pipeline.kernel.KernelBuffer;
import org.hloexplorer.pipeline.kernel.LoopKind;
import org.hloexplorer.pipeline.kernel.PlanBuffer;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.kernel.PlanValue;
import org.hloexplorer.pipeline.kernel.Statement;
import org.hloexplorer.pipeline.kernel.Value;

/**
 * A plan whose kernels count and trace, and whose result is what they left: the counts of each, then the trace.
 *
 * <p>Its last parameter is the trace's beginning; the others are the program's own. Copies are kernels, too.
 */
public final class InstrumentedPlan {
    private static final int COPY_LANES = 64;

    private final ExecutablePlan original;
    private final long traceRecords;
    private final List<PlanBuffer> buffers;
    private final Map<String, InstrumentedKernel> kernels = new LinkedHashMap<>();
    private final List<PlanValue> results = new ArrayList<>();
    private final PlanValue.Array trace;
    private final PlanValue.Array header;
    private final ExecutablePlan plan;

    private InstrumentedPlan(ExecutablePlan original, long traceRecords) {
        this.original = original;
        this.traceRecords = traceRecords;
        this.buffers = new ArrayList<>(original.buffers());
        this.trace = buffer(Trace.HEADER + traceRecords, new PlanBuffer.Content.Computed());
        this.header = new PlanValue.Array(trace.buffer(), numbers(Trace.HEADER));
        var steps = steps(original.steps());
        results.add(trace);
        var parameters = new ArrayList<>(original.parameters());
        parameters.add(header);
        this.plan = new ExecutablePlan(original.module(), buffers, steps, parameters, new PlanValue.Tuple(results));
    }

    /** The plan with counters, and with room for so many records of memory. */
    public static InstrumentedPlan of(ExecutablePlan plan, long traceRecords) {
        return new InstrumentedPlan(plan, traceRecords);
    }

    public ExecutablePlan plan() {
        return plan;
    }

    /** The argument for the last parameter: which lines to keep. */
    public Literal begun(long mask) {
        var begun = Trace.header(mask, traceRecords).stream().mapToLong(Long::longValue);
        return Literal.ofLongs(begun.toArray(), Trace.HEADER);
    }

    /** The names of launches and copies, in the order of their numbers in the trace. */
    public List<String> names() {
        return List.copyOf(kernels.keySet());
    }

    /** The work of each launch and copy, by name, that a result of this plan tells of. */
    public Map<String, Map<Work, Long>> work(Literal result) {
        Map<String, Map<Work, Long>> work = new LinkedHashMap<>();
        int number = 0;
        for (var name : kernels.keySet()) {
            var counts = result.elements().get(number++);
            var kernel = Objects.requireNonNull(kernels.get(name));
            work.put(
                    name, kernel.work(LongStream.range(0, counts.elementCount()).map(counts::bitsAt)));
        }
        return work;
    }

    /** How often each launch and copy ran, by name. */
    public Map<String, Long> runs(Literal result) {
        Map<String, Long> runs = new LinkedHashMap<>();
        int number = 0;
        for (var name : kernels.keySet()) {
            runs.put(name, result.elements().get(number++).bitsAt(0));
        }
        return runs;
    }

    /** The trace in a result of this plan. */
    public static Trace trace(Literal result) {
        return new Trace(result.elements().getLast().data());
    }

    private PlanValue.Array buffer(long elements, PlanBuffer.Content content) {
        var shape = numbers(elements);
        buffers.add(new PlanBuffer(buffers.size(), shape, content));
        return new PlanValue.Array(buffers.size() - 1, shape);
    }

    private static Shape.Array numbers(long elements) {
        return Shape.array(PrimitiveType.S64, List.of(elements));
    }

    private List<PlanStep> steps(List<PlanStep> steps) {
        return steps.stream().map(this::step).toList();
    }

    private PlanStep step(PlanStep step) {
        return switch (step) {
            case PlanStep.Launch launch -> launch(launch);
            case PlanStep.Copy copy -> launch(copying(copy));
            case PlanStep.Loop _, PlanStep.Branch _, PlanStep.LibraryCall _, PlanStep.Reference _ ->
                step.withInner(this::steps);
        };
    }

    private PlanStep.Launch launch(PlanStep.Launch launch) {
        var instrumented = InstrumentedKernel.of(launch.kernel(), traceRecords);
        var announcement = Trace.announcement(kernels.size());
        kernels.put(launch.name(), instrumented);
        var counts = buffer(instrumented.blocks().size(), new PlanBuffer.Content.Computed());
        var number = buffer(1, new PlanBuffer.Content.Constant(Literal.ofLongs(new long[] {announcement}, 1)));
        results.add(counts);
        var arguments = new ArrayList<>(launch.buffers());
        arguments.addAll(List.of(counts.buffer(), trace.buffer(), number.buffer()));
        return new PlanStep.Launch(launch.name(), launch.instructions(), instrumented.kernel(), arguments);
    }

    /** A copy as a loop over bytes. */
    private PlanStep.Launch copying(PlanStep.Copy copy) {
        long bytes = original.buffers().get(copy.to()).bytes();
        var from = new KernelBuffer(KernelBuffer.Role.INPUT, 0, "from", PrimitiveType.U8, bytes);
        var to = new KernelBuffer(KernelBuffer.Role.OUTPUT, 1, "to", PrimitiveType.U8, bytes);
        var variable = new LoopVariable(0, bytes);
        var value = new Value(0, PrimitiveType.U8);
        int id = copy.instruction().id();
        List<Statement> each = List.of(
                new Statement.Define(value, new Expression.Load(from, Index.of(variable)), id),
                new Statement.Store(to, Index.of(variable), value, id));
        List<Statement> body = bytes == 0
                ? List.of()
                : List.of(new Statement.For(variable, LoopKind.vector(COPY_LANES), List.of(), each, id));
        var kernel = new Kernel(copy.name(), List.of(from, to), List.of(), body, 1, 1, List.of());
        return new PlanStep.Launch(copy.name(), copy.instruction(), kernel, List.of(copy.from(), copy.to()));
    }
}
