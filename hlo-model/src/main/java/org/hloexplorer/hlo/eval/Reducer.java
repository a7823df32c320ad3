package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** The {@code to_apply} of a reduction, a map or a sort, ready to be called on scalars. */
final class Reducer {
    private final Evaluation evaluation;
    private final HloModule module;
    private final HloComputation computation;
    private final Optional<ScalarProgram> program;

    Reducer(Evaluation evaluation, HloModule module, HloComputation computation) {
        this.evaluation = evaluation;
        this.module = module;
        this.computation = computation;
        this.program = ScalarProgram.of(module, computation);
    }

    /** The operation, where the computation is just one of its two parameters in their order. */
    Optional<HloOpcode> plainBinary() {
        var root = computation.root();
        boolean plain = root.op() instanceof HloOp.Plain
                && root.operandCount() == 2
                && isParameter(root.operandId(0), 0)
                && isParameter(root.operandId(1), 1)
                && root.shape()
                        .isCompatible(computation.instruction(root.operandId(0)).shape());
        return plain ? Optional.of(root.opcode()) : Optional.empty();
    }

    /** Whether the computation adds its two parameters, in whichever order. */
    boolean isAddition() {
        var root = computation.root();
        return root.opcode() == HloOpcode.ADD
                && computation.parameters().size() == 2
                && root.operandId(0) != root.operandId(1)
                && computation.operands(root).stream().allMatch(each -> each.op() instanceof HloOp.Parameter);
    }

    private boolean isParameter(int id, int number) {
        return computation.instruction(id).op() instanceof HloOp.Parameter(int found) && found == number;
    }

    /** A function for the calling thread. */
    ScalarFunction newFunction() {
        return program.<ScalarFunction>map(Compiled::new).orElseGet(Interpreted::new);
    }

    private static final class Compiled implements ScalarFunction {
        private final ScalarProgram program;
        private final Registers registers;

        Compiled(ScalarProgram program) {
            this.program = program;
            this.registers = program.newRegisters();
        }

        @Override
        public Registers registers() {
            return registers;
        }

        @Override
        public void run() {
            program.run(registers);
        }

        @Override
        public int resultRegister(int result) {
            return program.resultRegister(result);
        }
    }

    /** Evaluates the computation anew for each call: for loops, branches and whatever else a reducer may hold. */
    private final class Interpreted implements ScalarFunction {
        private final Evaluation nested = evaluation.nested();
        private final List<PrimitiveType> parameterTypes = computation.parameters().stream()
                .map(each -> each.shape().asArray().elementType())
                .toList();
        private final List<PrimitiveType> resultTypes =
                resultTypes(computation.root().shape());
        private final Registers registers = new Registers(parameterTypes.size() + resultTypes.size());

        @Override
        public Registers registers() {
            return registers;
        }

        @Override
        public void run() {
            var arguments = new ArrayList<Literal>();
            for (int i = 0; i < parameterTypes.size(); i++) {
                var shape = Shape.scalar(parameterTypes.get(i));
                var array = Storage.allocate(shape);
                registers.store(i, parameterTypes.get(i), array, 0);
                arguments.add(Storage.literal(shape, array));
            }
            var result = nested.evaluate(module, computation, arguments);
            var results = result.shape() instanceof Shape.Tuple ? result.elements() : List.of(result);
            for (int i = 0; i < results.size(); i++) {
                registers.load(resultRegister(i), resultTypes.get(i), Storage.array(results.get(i)), 0);
            }
        }

        @Override
        public int resultRegister(int result) {
            return parameterTypes.size() + result;
        }

        private static List<PrimitiveType> resultTypes(Shape shape) {
            var shapes = shape instanceof Shape.Tuple(var elements) ? elements : List.of(shape);
            return shapes.stream().map(each -> each.asArray().elementType()).toList();
        }
    }
}
