package org.hloexplorer.pipeline.kernel.llvm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.pipeline.kernel.LaneAnalysis;
import org.hloexplorer.pipeline.kernel.MathLibrary;
import org.hloexplorer.pipeline.kernel.MultiplyAdds;
import org.hloexplorer.pipeline.kernel.Operation;
import org.hloexplorer.pipeline.kernel.ScalarFunction;
import org.hloexplorer.pipeline.kernel.SumOrder;
import org.hloexplorer.pipeline.kernel.Value;

/** The functions of the mathematics library that a module calls: each is printed once, for each number of lanes. */
final class MathFunctions {
    private final Map<String, String> printed = new LinkedHashMap<>();
    private final boolean hasC;
    private final SumOrder order;

    /**
     * The functions of a module.
     *
     * @param hasC whether the code is linked with the C library
     * @param order that of the kernel which calls them
     */
    MathFunctions(boolean hasC, SumOrder order) {
        this.hasC = hasC;
        this.order = order;
    }

    SumOrder order() {
        return order;
    }

    /** A call, by name, of a function that is printed with the module. */
    String call(IrText ir, Operation operation, IrType type, List<String> operands) {
        var name = "hlox.%s.%s".formatted(operation.text(), type.suffix());
        if (!printed.containsKey(name)) {
            printed.put(name, "");
            printed.put(name, define(ir.newFunction(), name, operation, type));
        }
        var arguments =
                operands.stream().map(operand -> type.text() + " " + operand).toList();
        return ir.assign("call %s @%s(%s)", type.text(), name, String.join(", ", arguments));
    }

    /** The text of all functions that were called, and of those that they call. */
    String definitions() {
        return String.join("\n", printed.values());
    }

    private String define(IrText ir, String name, Operation operation, IrType type) {
        return MathLibrary.code(operation, type.element())
                .map(function -> define(ir, name, function, type))
                .orElseGet(() -> forward(ir, name, operation, type));
    }

    private String define(IrText ir, String name, ScalarFunction function, IrType type) {
        var body = new FunctionPrinter(ir, this);
        var everything = new FunctionPrinter.Vector(
                FunctionPrinter.Vector.NONE.variable(), type.lanes(), LaneAnalysis.all(function));
        function.parameters().forEach(parameter -> body.name(parameter, "%" + parameter));
        ir.label("entry");
        body.inVector(everything, () -> {
            body.block(order == SumOrder.GIVEN ? MultiplyAdds.in(function) : function.body());
            ir.instruction("ret %s %s", type.text(), body.operand(function.result(), type.lanes()));
        });
        return header(name, type, function.parameters()) + ir + "}\n";
    }

    private static String header(String name, IrType type, List<Value> parameters) {
        var list = parameters.stream()
                .map(parameter -> "%s %%%s".formatted(type.text(), parameter))
                .toList();
        return "define internal %s @%s(%s) #1 {\n".formatted(type.text(), name, String.join(", ", list));
    }

    /** Lane by lane to the C library. */
    private String forward(IrText ir, String name, Operation operation, IrType type) {
        if (!hasC) {
            throw new IllegalArgumentException(
                    "%s of f64 comes from the C library, which this target has not".formatted(operation.text()));
        }
        int arity = operation == Operation.POWER || operation == Operation.ATAN2 ? 2 : 1;
        var parameters = new ArrayList<Value>();
        for (int i = 0; i < arity; i++) {
            parameters.add(new Value(i, type.element()));
        }
        ir.label("entry");
        ir.instruction(
                "ret %s %s",
                type.text(),
                type.lanes() == 1
                        ? callC(ir, operation, parameters, -1, type)
                        : laneByLane(ir, operation, parameters, type));
        return header(name, type, parameters) + ir + "}\n";
    }

    private static String laneByLane(IrText ir, Operation operation, List<Value> parameters, IrType type) {
        var result = "poison";
        for (int lane = 0; lane < type.lanes(); lane++) {
            var value = callC(ir, operation, parameters, lane, type);
            result = ir.assign("insertelement %s %s, double %s, i64 %d", type.text(), result, value, lane);
        }
        return result;
    }

    private static String callC(IrText ir, Operation operation, List<Value> parameters, int lane, IrType type) {
        var operands = new ArrayList<String>();
        for (var parameter : parameters) {
            operands.add("double");
            operands.add(
                    lane < 0
                            ? "%" + parameter
                            : ir.assign("extractelement %s %%%s, i64 %d", type.text(), parameter, lane));
        }
        // The C library may set errno, which nothing here reads.
        return ir.call(MathLibrary.inC(operation), "double", operands.toArray(String[]::new));
    }
}
