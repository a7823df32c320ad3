package org.hloexplorer.pipeline.kernel;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** Prints the loop IR for people. */
public final class LoopText {
    private final StringBuilder text = new StringBuilder();
    private final IntFunction<String> instructionNames;
    private int depth = 1;

    private LoopText(IntFunction<String> instructionNames) {
        this.instructionNames = instructionNames;
    }

    /** @param instructionNames gives an HLO instruction's name from its id */
    public static String print(Kernel kernel, IntFunction<String> instructionNames) {
        var printer = new LoopText(instructionNames);
        kernel.notes().forEach(note -> printer.text.append("// ").append(note).append('\n'));
        var arguments = kernel.arguments().stream()
                .map(buffer -> "%s %s".formatted(buffer.role() == KernelBuffer.Role.OUTPUT ? "out" : "in", buffer))
                .collect(Collectors.joining(", "));
        printer.text.append("kernel %s(%s) {%n".formatted(kernel.name(), arguments));
        kernel.scratch().stream()
                .filter(buffer -> buffer.role() == KernelBuffer.Role.LOCAL)
                .forEach(buffer -> printer.line("local " + buffer, Statement.NO_INSTRUCTION));
        printer.block(kernel.body());
        return printer.text.append("}\n").toString();
    }

    private void block(List<Statement> statements) {
        for (var statement : statements) {
            switch (statement) {
                case Statement.Define(var value, var expression, int instruction) ->
                    line("%s: %s = %s".formatted(value, value.type(), expression), instruction);
                case Statement.Store(var buffer, var index, var value, int instruction) ->
                    line("store %s[%s] = %s".formatted(buffer.name(), index, value), instruction);
                case Statement.Combine(var buffer, var index, var operation, var value, int instruction) ->
                    line("atomic %s %s[%s], %s".formatted(operation.text(), buffer.name(), index, value), instruction);
                case Statement.Barrier(int instruction) -> line("barrier", instruction);
                case Statement.For loop -> loop(loop);
                case Statement.If branch -> branch(branch);
            }
        }
    }

    private void loop(Statement.For loop) {
        var carried = loop.carried().stream()
                .map(c -> "%s = %s".formatted(c.argument(), c.initial()))
                .collect(Collectors.joining(", "));
        var results = loop.carried().stream().map(c -> c.result().toString()).collect(Collectors.joining(", "));
        line(
                "%s%sfor %s in 0..%d%s {"
                        .formatted(
                                results.isEmpty() ? "" : results + " = ",
                                loop.kind().text(),
                                loop.variable(),
                                loop.variable().extent(),
                                carried.isEmpty() ? "" : " carrying (%s)".formatted(carried)),
                loop.instruction());
        nested(loop.body());
        yielding(loop.carried().stream().map(Statement.Carried::next).toList());
        line("}", Statement.NO_INSTRUCTION);
    }

    private void branch(Statement.If branch) {
        var results = branch.chosen().stream().map(c -> c.result().toString()).collect(Collectors.joining(", "));
        line("%sif %s {".formatted(results.isEmpty() ? "" : results + " = ", branch.condition()), branch.instruction());
        nested(branch.then());
        yielding(branch.chosen().stream().map(Statement.Chosen::then).toList());
        line("} else {", Statement.NO_INSTRUCTION);
        nested(branch.otherwise());
        yielding(branch.chosen().stream().map(Statement.Chosen::otherwise).toList());
        line("}", Statement.NO_INSTRUCTION);
    }

    private void nested(List<Statement> body) {
        depth++;
        block(body);
        depth--;
    }

    private void yielding(List<Value> values) {
        if (!values.isEmpty()) {
            depth++;
            line(
                    "yield " + values.stream().map(Value::toString).collect(Collectors.joining(", ")),
                    Statement.NO_INSTRUCTION);
            depth--;
        }
    }

    private void line(String content, int instruction) {
        var indented = "  ".repeat(depth) + content;
        text.append(indented);
        if (instruction != Statement.NO_INSTRUCTION) {
            text.append(" ".repeat(Math.max(2, 56 - indented.length())))
                    .append("// %")
                    .append(instructionNames.apply(instruction));
        }
        text.append('\n');
    }
}
