package org.hloexplorer.pipeline.kernel;

import java.util.List;

/**
 * Takes from a kernel what does not change its code: names, and which HLO it comes from.
 *
 * <p>Kernels that are equal then are compiled once.
 */
public final class CanonicalKernel {
    private CanonicalKernel() {}

    public static Kernel of(Kernel kernel) {
        return new Kernel(
                "",
                kernel.arguments().stream().map(CanonicalKernel::plain).toList(),
                kernel.scratch().stream().map(CanonicalKernel::plain).toList(),
                block(kernel.body()),
                kernel.extent(),
                kernel.grain(),
                List.of());
    }

    private static KernelBuffer plain(KernelBuffer buffer) {
        var name = "%s%d".formatted(buffer.role(), buffer.number());
        return new KernelBuffer(buffer.role(), buffer.number(), name, buffer.elementType(), buffer.elements());
    }

    private static List<Statement> block(List<Statement> statements) {
        return statements.stream().map(CanonicalKernel::statement).toList();
    }

    private static Statement statement(Statement statement) {
        int none = Statement.NO_INSTRUCTION;
        return switch (statement) {
            case Statement.Define(var value, Expression.Load(var buffer, var index), var _) ->
                new Statement.Define(value, new Expression.Load(plain(buffer), index), none);
            case Statement.Define(var value, var expression, var _) -> new Statement.Define(value, expression, none);
            case Statement.Combine(var buffer, var index, var operation, var value, var _) ->
                new Statement.Combine(plain(buffer), index, operation, value, none);
            case Statement.Store(var buffer, var index, var value, var _) ->
                new Statement.Store(plain(buffer), index, value, none);
            case Statement.Barrier _ -> new Statement.Barrier(none);
            case Statement.For(var variable, var kind, var carried, var body, var _) ->
                new Statement.For(variable, kind, carried, block(body), none);
            case Statement.If(var condition, var then, var otherwise, var chosen, var _) ->
                new Statement.If(condition, block(then), block(otherwise), chosen, none);
        };
    }
}
