package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/** One run of the evaluator over a module: walks computations in order and keeps within its limits. */
final class Evaluation {
    private final EvaluationOptions options;
    private final ValueObserver observer;
    private final ValueSubstitute substitute;
    private final Communication communication;
    private final AtomicLong steps;
    private final boolean chainsElementwise;
    private final LiveMemory memory = new LiveMemory();
    private final IdentityHashMap<HloComputation, ComputationPlan> plans = new IdentityHashMap<>();
    private final IdentityHashMap<HloInstruction, Literal> constants = new IdentityHashMap<>();
    private final IdentityHashMap<HloComputation, Reducer> reducers = new IdentityHashMap<>();
    private final InstructionEvaluator instructionEvaluator;
    private final DeclaredTypes declaredTypes;

    Evaluation(EvaluationOptions options, ValueObserver observer, ValueSubstitute substitute) {
        this(options, observer, substitute, Communication.NONE, new AtomicLong());
    }

    Evaluation(
            EvaluationOptions options,
            ValueObserver observer,
            ValueSubstitute substitute,
            Communication communication,
            AtomicLong steps) {
        this.options = options;
        this.observer = observer;
        this.substitute = substitute;
        this.communication = communication;
        this.steps = steps;
        this.chainsElementwise = observer.equals(ValueObserver.NONE) && substitute.equals(ValueSubstitute.NONE);
        this.instructionEvaluator = new InstructionEvaluator(this, options.cancellation());
        this.declaredTypes = new DeclaredTypes(new Elementwise(options.cancellation()));
    }

    /** An evaluation of scalar functions for another thread, which counts its steps with this one's. */
    Evaluation nested() {
        return new Evaluation(options, ValueObserver.NONE, ValueSubstitute.NONE, communication, steps);
    }

    Literal evaluate(HloModule module, HloComputation computation, List<Literal> arguments) {
        var plan = plans.computeIfAbsent(computation, ComputationPlan::new);
        var values = new @Nullable Literal[plan.instructions().size()];
        var chains = new ElementwiseChains(plan, values, memory, options.cancellation());
        for (int position = 0; position < values.length; position++) {
            if (!plan.isNeeded(position)) {
                continue;
            }
            if (!chainsElementwise || !chains.putsOff(position)) {
                var value = step(module, plan, position, values, arguments, chains);
                values[position] = value;
                memory.retain(value);
                observer.observe(computation, plan.instructions().get(position), value);
            }
            releaseAfter(plan, position, values);
        }
        var result = known(values[plan.root()]);
        memory.release(result);
        return result;
    }

    private void releaseAfter(ComputationPlan plan, int position, @Nullable Literal[] values) {
        for (int last : plan.lastUses(position)) {
            var value = values[last];
            if (value != null) {
                memory.release(value);
                values[last] = null;
            }
        }
    }

    private Literal step(
            HloModule module,
            ComputationPlan plan,
            int position,
            @Nullable Literal[] values,
            List<Literal> arguments,
            ElementwiseChains chains) {
        var instruction = plan.instructions().get(position);
        if (instruction.op() instanceof HloOp.Parameter(int number)) {
            boolean isEntry = plan.computation().id() == module.entryId();
            return argument(instruction, number, arguments, isEntry);
        }
        if (chains.endsAt(position)) {
            options.cancellation().check();
            countStep(instruction);
            checkMemory(instruction);
            var chained = chains.result(position);
            if (chained != null) {
                return chained;
            }
        }
        var operands = new ArrayList<Literal>(plan.operands(position).length);
        for (int operand : plan.operands(position)) {
            operands.add(known(values[operand]));
        }
        return evaluate(module, instruction, operands);
    }

    /** The value of one instruction whose operands are known. */
    Literal evaluate(HloModule module, HloInstruction instruction, List<Literal> operands) {
        options.cancellation().check();
        countStep(instruction);
        checkMemory(instruction);
        try {
            var found = substitute
                    .evaluate(instruction, operands)
                    .map(Normalized::of)
                    .orElseGet(() -> instructionEvaluator.evaluate(module, instruction, operands));
            var value = declaredTypes.declared(found, instruction.shape());
            return dependsOnMadeUp(module, instruction, operands) ? value.madeUp() : value;
        } catch (CancellationException e) {
            // An IllegalStateException too, but the wish of the caller and no fault of the operands.
            throw e;
        } catch (StackOverflowError e) {
            throw new EvaluationException(
                    instruction, "computations call each other deeper than the stack of a thread reaches");
        } catch (ArithmeticException | UnsupportedOperationException | OutOfMemoryError e) {
            throw new EvaluationException(instruction, String.valueOf(e.getMessage()));
        } catch (ClassCastException
                | ArrayStoreException
                | IndexOutOfBoundsException
                | IllegalArgumentException
                | IllegalStateException
                | NegativeArraySizeException e) {
            throw new EvaluationException(instruction, malformed(operands, e));
        }
    }

    /** What only happens in a module that would not verify. */
    private static String malformed(List<Literal> operands, RuntimeException e) {
        var shapes = operands.stream().map(each -> each.shape().withoutLayout()).collect(Collectors.joining(", "));
        return "its operands (%s) do not fit its shape and attributes (%s)".formatted(shapes, e.getMessage());
    }

    Communication communication() {
        return communication;
    }

    /** A constant as the evaluator holds it, made once. */
    Literal constant(HloInstruction instruction, Literal literal) {
        return constants.computeIfAbsent(instruction, _ -> Normalized.of(literal));
    }

    Reducer reducer(HloModule module, int computationId) {
        return reducers.computeIfAbsent(
                module.computation(computationId), computation -> new Reducer(this, module, computation));
    }

    LiveMemory memory() {
        return memory;
    }

    private Literal argument(HloInstruction parameter, int number, List<Literal> arguments, boolean isEntry) {
        if (number >= arguments.size()) {
            throw new EvaluationException(
                    parameter, "there are only " + arguments.size() + " arguments, none for parameter " + number);
        }
        var given = arguments.get(number);
        var argument = isEntry && !ShapeMatch.holds(given.shape(), parameter.shape())
                ? given
                : declaredTypes.declared(given, parameter.shape());
        if (!ShapeMatch.holds(argument.shape(), parameter.shape())) {
            throw new EvaluationException(
                    parameter,
                    "argument %d is %s, the parameter is %s"
                            .formatted(
                                    number,
                                    argument.shape().withoutLayout(),
                                    parameter.shape().withoutLayout()));
        }
        return argument;
    }

    private void countStep(HloInstruction instruction) {
        if (steps.incrementAndGet() > options.stepLimit()) {
            throw new EvaluationException(
                    instruction,
                    "the limit of %,d steps is reached; a loop may not end".formatted(options.stepLimit()));
        }
    }

    private void checkMemory(HloInstruction instruction) {
        if (!(instruction.shape() instanceof Shape.Array array) || !InstructionEvaluator.allocates(instruction)) {
            return;
        }
        long needed;
        try {
            needed = Math.multiplyExact(
                    array.elements(), (long) array.elementType().bytes());
        } catch (ArithmeticException _) {
            throw new EvaluationException(instruction, array.withoutLayout() + " is too large for any memory");
        }
        if (needed > options.memoryLimit() - memory.bytes()) {
            throw new EvaluationException(
                    instruction,
                    "its %,d bytes beside %,d that are alive exceed the limit of %,d"
                            .formatted(needed, memory.bytes(), options.memoryLimit()));
        }
    }

    private boolean dependsOnMadeUp(HloModule module, HloInstruction instruction, List<Literal> operands) {
        if (operands.stream().anyMatch(Literal::isMadeUp)) {
            return !(instruction.op() instanceof HloOp.GetTupleElement);
        }
        return instruction.calledComputations().stream()
                .map(module::computation)
                .anyMatch(each ->
                        plans.computeIfAbsent(each, ComputationPlan::new).holdsMadeUp());
    }

    private static Literal known(@Nullable Literal value) {
        if (value == null) {
            throw new IllegalStateException("a value was released too early");
        }
        return value;
    }
}
