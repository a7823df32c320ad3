package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
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
    private final LiveMemory memory = new LiveMemory();
    private final IdentityHashMap<HloComputation, ComputationPlan> plans = new IdentityHashMap<>();
    private final IdentityHashMap<HloInstruction, Literal> constants = new IdentityHashMap<>();
    private final IdentityHashMap<HloComputation, Reducer> reducers = new IdentityHashMap<>();
    private final InstructionEvaluator instructionEvaluator;

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
        this.instructionEvaluator = new InstructionEvaluator(this, options.cancellation());
    }

    /** An evaluation of scalar functions for another thread, which counts its steps with this one's. */
    Evaluation nested() {
        return new Evaluation(options, ValueObserver.NONE, ValueSubstitute.NONE, communication, steps);
    }

    Literal evaluate(HloModule module, HloComputation computation, List<Literal> arguments) {
        var plan = plans.computeIfAbsent(computation, ComputationPlan::new);
        var values = new @Nullable Literal[plan.instructions().size()];
        for (int position = 0; position < values.length; position++) {
            if (plan.isNeeded(position)) {
                var value = step(module, plan, position, values, arguments);
                values[position] = value;
                memory.retain(value);
                observer.observe(computation, plan.instructions().get(position), value);
                releaseAfter(plan, position, values);
            }
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
            HloModule module, ComputationPlan plan, int position, @Nullable Literal[] values, List<Literal> arguments) {
        var instruction = plan.instructions().get(position);
        if (instruction.op() instanceof HloOp.Parameter(int number)) {
            return argument(instruction, number, arguments);
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
            var value = substitute
                    .evaluate(instruction, operands)
                    .map(Normalized::of)
                    .orElseGet(() -> instructionEvaluator.evaluate(module, instruction, operands));
            return dependsOnMadeUp(module, instruction, operands) ? value.madeUp() : value;
        } catch (ArithmeticException | UnsupportedOperationException | OutOfMemoryError e) {
            throw new EvaluationException(instruction, String.valueOf(e.getMessage()));
        }
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

    private static Literal argument(HloInstruction parameter, int number, List<Literal> arguments) {
        if (number >= arguments.size()) {
            throw new EvaluationException(
                    parameter, "there are only " + arguments.size() + " arguments, none for parameter " + number);
        }
        var argument = arguments.get(number);
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
