package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/**
 * A computation on scalars as straight-line code over {@link Registers}: reducers, comparators, the bodies of maps.
 *
 * <p>Parameters lie in the first registers. Immutable; each thread brings registers of its own.
 */
final class ScalarProgram {
    private final List<PrimitiveType> parameterTypes;
    private final List<PrimitiveType> resultTypes;
    private final ScalarStep[] steps;
    private final int[] resultRegisters;
    private final int registerCount;

    private ScalarProgram(Translation translation, List<PrimitiveType> parameterTypes, int[] resultRegisters) {
        this.parameterTypes = parameterTypes;
        this.resultRegisters = resultRegisters;
        this.resultTypes = translation.typesOf(resultRegisters);
        this.steps = translation.steps.toArray(ScalarStep[]::new);
        this.registerCount = translation.types.size();
    }

    /** The program of a computation, or nothing where it holds arrays, loops or branches. */
    static Optional<ScalarProgram> of(HloModule module, HloComputation computation) {
        try {
            var translation = new Translation(module);
            var parameterTypes = new ArrayList<PrimitiveType>();
            var arguments = new ArrayList<int[]>();
            for (var parameter : computation.parameters()) {
                var type = scalarType(parameter.shape());
                parameterTypes.add(type);
                arguments.add(new int[] {translation.register(type)});
            }
            int[] results = translation.inline(computation, arguments);
            return Optional.of(new ScalarProgram(translation, List.copyOf(parameterTypes), results));
        } catch (NotScalarException _) {
            return Optional.empty();
        }
    }

    /** The program of one element of an element-wise instruction. */
    static ScalarProgram ofElement(HloInstruction instruction, List<PrimitiveType> operandTypes) {
        var translation = new Translation(null);
        int[] operands = operandTypes.stream().mapToInt(translation::register).toArray();
        int result = translation.register(instruction.shape().asArray().elementType());
        translation.steps.add(
                new ScalarStep(instruction.op(), operandTypes, operands, translation.types.get(result), result));
        return new ScalarProgram(translation, operandTypes, new int[] {result});
    }

    Registers newRegisters() {
        var registers = new Registers(registerCount);
        for (var step : steps) {
            if (step.op() instanceof HloOp.Constant(var literal)) {
                registers.load(step.result(), step.resultType(), Storage.array(literal), 0);
            }
        }
        return registers;
    }

    void run(Registers registers) {
        for (var step : steps) {
            ScalarOperations.perform(step, registers);
        }
    }

    int parameterCount() {
        return parameterTypes.size();
    }

    PrimitiveType parameterType(int parameter) {
        return parameterTypes.get(parameter);
    }

    int resultCount() {
        return resultRegisters.length;
    }

    int resultRegister(int result) {
        return resultRegisters[result];
    }

    PrimitiveType resultType(int result) {
        return resultTypes.get(result);
    }

    private static PrimitiveType scalarType(Shape shape) throws NotScalarException {
        if (shape instanceof Shape.Array array && array.isScalar()) {
            return array.elementType();
        }
        throw new NotScalarException();
    }

    /** Ends a translation that came upon something else than a scalar. */
    private static final class NotScalarException extends Exception {
        private static final long serialVersionUID = 1;

        NotScalarException() {
            super(null, null, false, false);
        }
    }

    /** Numbers the registers and lists the steps; a tuple is a list of registers and takes no step. */
    private static final class Translation {
        private final @Nullable HloModule module;
        private final List<PrimitiveType> types = new ArrayList<>();
        private final List<ScalarStep> steps = new ArrayList<>();

        Translation(@Nullable HloModule module) {
            this.module = module;
        }

        int register(PrimitiveType type) {
            types.add(type);
            return types.size() - 1;
        }

        List<PrimitiveType> typesOf(int[] registers) {
            return Arrays.stream(registers).mapToObj(types::get).toList();
        }

        int[] inline(HloComputation computation, List<int[]> arguments) throws NotScalarException {
            var registersById = new HashMap<Integer, int[]>();
            for (var instruction : computation.instructions()) {
                registersById.put(instruction.id(), translate(instruction, arguments, registersById));
            }
            return Objects.requireNonNull(registersById.get(computation.rootId()));
        }

        private int[] translate(HloInstruction instruction, List<int[]> arguments, Map<Integer, int[]> registersById)
                throws NotScalarException {
            var operands = new ArrayList<int[]>();
            for (int id : instruction.operandIds()) {
                operands.add(Objects.requireNonNull(registersById.get(id)));
            }
            return switch (instruction.op()) {
                case HloOp.Parameter(int number) -> arguments.get(number);
                case HloOp.GetTupleElement(int index) -> new int[] {operands.getFirst()[index]};
                case HloOp.Call(int callee, var _) -> inlineCall(callee, operands);
                case HloOp.Fusion(var _, int callee, var _) -> inlineCall(callee, operands);
                case HloOp.Plain(var opcode) when opcode == HloOpcode.TUPLE -> concatenated(operands);
                default -> step(instruction, operands);
            };
        }

        private int[] inlineCall(int callee, List<int[]> arguments) throws NotScalarException {
            if (module == null) {
                throw new NotScalarException();
            }
            return inline(module.computation(callee), arguments);
        }

        private static int[] concatenated(List<int[]> operands) throws NotScalarException {
            for (var operand : operands) {
                if (operand.length != 1) {
                    throw new NotScalarException();
                }
            }
            return operands.stream().mapToInt(each -> each[0]).toArray();
        }

        private int[] step(HloInstruction instruction, List<int[]> operands) throws NotScalarException {
            if (!ScalarOperations.knows(instruction.op())) {
                throw new NotScalarException();
            }
            var type = scalarType(instruction.shape());
            int[] sources = concatenated(operands);
            int result = register(type);
            steps.add(new ScalarStep(instruction.op(), typesOf(sources), sources, type, result));
            return new int[] {result};
        }
    }
}
