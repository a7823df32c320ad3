package org.hloexplorer.pipeline.kernel.opencl;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.pipeline.kernel.Expression;
import org.hloexplorer.pipeline.kernel.Kernel;
import org.hloexplorer.pipeline.kernel.KernelBuffer;
import org.hloexplorer.pipeline.kernel.Statement;
import org.hloexplorer.pipeline.kernel.Value;

/** Prints the statements of one kernel. */
final class ClStatements {
    private static final int COMMENT_COLUMN = 72;

    private final Kernel kernel;
    private final ClIndices indices;
    private final IntFunction<String> names;
    private final StringBuilder text = new StringBuilder();

    /** Values that are another variable: what a loop carries on is what it carried. */
    private final Map<Value, String> aliases = new HashMap<>();

    private int depth = 1;

    ClStatements(Kernel kernel, IntFunction<String> names) {
        this.kernel = kernel;
        this.indices = ClIndices.of(kernel);
        this.names = names;
    }

    String print() {
        for (var buffer : kernel.scratch()) {
            line(declaration(buffer), Statement.NO_INSTRUCTION);
        }
        block(kernel.body());
        return text.toString();
    }

    static String name(KernelBuffer buffer) {
        var prefix = switch (buffer.role()) {
            case INPUT -> "in_";
            case OUTPUT -> "out_";
            case SCRATCH, LOCAL -> "";
        };
        return prefix + buffer.name().replaceAll("[^A-Za-z0-9_]", "_");
    }

    private String declaration(KernelBuffer buffer) {
        var type = ClType.memory(buffer.elementType());
        if (buffer.role() == KernelBuffer.Role.LOCAL) {
            return "local %s %s[%d];".formatted(type, name(buffer), buffer.elements());
        }
        return "global %s* %s = (global %s*)(scratch + get_global_id(0) * %dUL + %d);"
                .formatted(type, name(buffer), type, kernel.scratchBytes(), buffer.number());
    }

    private void block(List<Statement> statements) {
        for (var statement : statements) {
            switch (statement) {
                case Statement.Define(var value, var expression, int instruction) ->
                    line(
                            "%s %s = %s;".formatted(ClType.variable(value.type()), value, expression(expression)),
                            instruction);
                case Statement.Store(var buffer, var index, var value, int instruction) ->
                    line("%s[%s] = %s;".formatted(name(buffer), indices.print(index), name(value)), instruction);
                case Statement.Combine(var buffer, var index, var operation, var value, int instruction) ->
                    line(
                            "hlox_atomic_%s_%s(&%s[%s], %s);"
                                    .formatted(
                                            operation.text(),
                                            ClType.memory(value.type()),
                                            name(buffer),
                                            indices.print(index),
                                            name(value)),
                            instruction);
                case Statement.Barrier(int instruction) -> line(fence(), instruction);
                case Statement.For loop -> loop(loop);
                case Statement.If branch -> branch(branch);
            }
        }
    }

    /** Items see one another's stores to scratch memory too, where a kernel has any. */
    private String fence() {
        return kernel.scratchBytes() > 0
                ? "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"
                : "barrier(CLK_LOCAL_MEM_FENCE);";
    }

    private String name(Value value) {
        return aliases.getOrDefault(value, value.toString());
    }

    private void loop(Statement.For loop) {
        for (var carried : loop.carried()) {
            line(
                    "%s %s = %s;"
                            .formatted(
                                    ClType.variable(carried.argument().type()),
                                    carried.argument(),
                                    name(carried.initial())),
                    loop.instruction());
        }
        line(head(loop), loop.instruction());
        depth++;
        block(loop.body());
        carryOn(loop.carried());
        depth--;
        line("}", Statement.NO_INSTRUCTION);
        for (var carried : loop.carried()) {
            aliases.put(carried.result(), carried.argument().toString());
        }
    }

    private String head(Statement.For loop) {
        var counter = loop.variable();
        var type = indices.type();
        var extent = indices.constant(counter.extent());
        return switch (loop.kind().axis()) {
            case NONE -> "for (%s %s = 0; %s < %s; ++%s) {".formatted(type, counter, counter, extent, counter);
            case PARTS ->
                "for (%s %s = get_global_id(0); %s < %s; %s += get_global_size(0)) {"
                        .formatted(type, counter, counter, extent, counter);
            case GROUPS -> "{ const %s %s = get_group_id(0);".formatted(type, counter);
            case ITEMS -> "{ const %s %s = get_local_id(0);".formatted(type, counter);
        };
    }

    /** All at once: what one becomes may be what another was. */
    private void carryOn(List<Statement.Carried> carried) {
        boolean isTangled = carried.stream()
                .anyMatch(each -> carried.stream()
                        .anyMatch(other -> !other.equals(each) && isSame(each.next(), other.argument())));
        if (isTangled) {
            for (var each : carried) {
                line(
                        "%s %s_next = %s;"
                                .formatted(ClType.variable(each.argument().type()), each.argument(), name(each.next())),
                        Statement.NO_INSTRUCTION);
            }
        }
        for (var each : carried) {
            var next = isTangled ? each.argument() + "_next" : name(each.next());
            if (!next.equals(each.argument().toString())) {
                line("%s = %s;".formatted(each.argument(), next), Statement.NO_INSTRUCTION);
            }
        }
    }

    private boolean isSame(Value a, Value b) {
        return name(a).equals(name(b));
    }

    private void branch(Statement.If branch) {
        for (var chosen : branch.chosen()) {
            line("%s %s;".formatted(ClType.variable(chosen.result().type()), chosen.result()), branch.instruction());
        }
        line("if (%s) {".formatted(name(branch.condition())), branch.instruction());
        side(branch.then(), branch.chosen(), true);
        if (!branch.otherwise().isEmpty() || !branch.chosen().isEmpty()) {
            line("} else {", Statement.NO_INSTRUCTION);
            side(branch.otherwise(), branch.chosen(), false);
        }
        line("}", Statement.NO_INSTRUCTION);
    }

    private void side(List<Statement> block, List<Statement.Chosen> chosen, boolean isThen) {
        depth++;
        block(block);
        for (var each : chosen) {
            var value = isThen ? each.then() : each.otherwise();
            line("%s = %s;".formatted(each.result(), name(value)), Statement.NO_INSTRUCTION);
        }
        depth--;
    }

    private String expression(Expression expression) {
        return switch (expression) {
            case Expression.Constant(var type, long bits) -> ClType.constant(type, bits);
            case Expression.Load(var buffer, var index) -> {
                var element = "%s[%s]".formatted(name(buffer), indices.print(index));
                yield buffer.elementType() == PrimitiveType.PRED ? element + " != 0" : element;
            }
            case Expression.IndexValue(var index) -> "(long)(%s)".formatted(indices.print(index));
            case Expression.InRange(var index, long low, long high) -> inRange(index, low, high);
            case Expression.Apply(var operation, var _, var operands) ->
                ClOperations.print(
                        operation,
                        operands.getLast().type(),
                        operands.stream().map(this::name).toList());
            case Expression.Convert(var type, var operand) -> ClOperations.convert(operand.type(), type, name(operand));
            case Expression.BitcastConvert(var type, var operand) ->
                ClOperations.bitcast(operand.type(), type, name(operand));
        };
    }

    private String inRange(org.hloexplorer.pipeline.kernel.Index index, long low, long high) {
        var printed = indices.print(index);
        var below = "%s < %s".formatted(printed, indices.constant(high));
        return index.minimum() >= low ? below : "%s >= %s && %s".formatted(printed, indices.constant(low), below);
    }

    private void line(String content, int instruction) {
        var indented = "    ".repeat(depth) + content;
        text.append(indented);
        if (instruction != Statement.NO_INSTRUCTION) {
            text.append(" ".repeat(Math.max(2, COMMENT_COLUMN - indented.length())))
                    .append("// %")
                    .append(names.apply(instruction));
        }
        text.append('\n');
    }
}
