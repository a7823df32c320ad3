package org.hloexplorer.hlo.eval;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;

/**
 * Works out what a module computes, by definition and without any optimization: the reference that all passes and
 * devices are compared with.
 *
 * <p>It follows XLA's own HloEvaluator, its stated oddities included. All methods throw {@link EvaluationException} for
 * what cannot be evaluated and where a limit is reached, and {@link java.util.concurrent.CancellationException} when
 * cancelled.
 */
public final class HloEvaluator {
    private final EvaluationOptions options;
    private final ValueSubstitute substitute;

    public HloEvaluator() {
        this(EvaluationOptions.standard());
    }

    public HloEvaluator(EvaluationOptions options) {
        this(options, ValueSubstitute.NONE);
    }

    private HloEvaluator(EvaluationOptions options, ValueSubstitute substitute) {
        this.options = options;
        this.substitute = substitute;
    }

    /** An evaluator that leaves instructions to a device's own way of working them out; it is then no reference any more. */
    public static HloEvaluator substituting(EvaluationOptions options, ValueSubstitute substitute) {
        return new HloEvaluator(options, substitute);
    }

    /** Whether a program compares values with expected ones itself, by StableHLO's test calls. */
    public static boolean holdsExpectations(HloModule module) {
        return module.computations().stream()
                .anyMatch(each -> each.instructions().stream().anyMatch(Expectations::isOne));
    }

    /**
     * The result of the entry computation for these arguments, one per parameter.
     *
     * <p>Where a program for whole arrays says what each device of a mesh does with its part, as many devices are simulated.
     */
    public Literal evaluate(HloModule module, List<Literal> arguments) {
        return evaluate(module, module.entry(), arguments);
    }

    public Literal evaluate(HloModule module, HloComputation computation, List<Literal> arguments) {
        return evaluate(module, computation, arguments, ValueObserver.NONE);
    }

    /** As {@link #evaluate(HloModule, HloComputation, List)}, showing each value on the way. */
    public Literal evaluate(
            HloModule module, HloComputation computation, List<Literal> arguments, ValueObserver observer) {
        int devices = module.attributes().devices() == 1 ? PartBoundary.devices(module, computation) : 1;
        if (devices > 1) {
            var partitioned = module.withAttributes(module.attributes().withNumPartitions(devices));
            return new DeviceRun(options, substitute, partitioned)
                    .runAlike(computation, arguments, observer)
                    .getFirst();
        }
        var normalized = arguments.stream().map(Normalized::of).toList();
        return new Evaluation(options, observer, substitute).evaluate(module, computation, normalized);
    }

    /**
     * The results of all simulated devices, which meet in the module's collectives.
     *
     * @param arguments of each device, by {@code replica * partitions + partition}; as many as the module's replica count
     *     times its partitions
     */
    public List<Literal> evaluateOnDevices(HloModule module, List<List<Literal>> arguments) {
        return new DeviceRun(options, substitute, module).run(arguments);
    }

    /** The same with one list of arguments for all devices. */
    public List<Literal> evaluateAlikeOnDevices(HloModule module, List<Literal> arguments) {
        return new DeviceRun(options, substitute, module).runAlike(arguments);
    }

    /** The value of one instruction, given those of its operands; the module holds the computations it calls. */
    public Literal evaluateInstruction(HloInstruction instruction, List<Literal> operands, HloModule module) {
        var normalized = operands.stream().map(Normalized::of).toList();
        return new Evaluation(options, ValueObserver.NONE, substitute).evaluate(module, instruction, normalized);
    }

    /** The value of each instruction of the entry computation that the result depends on, by id. */
    public Map<Integer, Literal> values(HloModule module, List<Literal> arguments) {
        var values = new HashMap<Integer, Literal>();
        evaluate(module, module.entry(), arguments, (computation, instruction, value) -> {
            if (computation.id() == module.entryId()) {
                values.put(instruction.id(), value);
            }
        });
        return values;
    }
}
