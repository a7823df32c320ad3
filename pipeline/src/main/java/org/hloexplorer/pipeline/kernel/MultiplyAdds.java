package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.hloexplorer.hlo.PrimitiveType;

/**
 * Makes one operation of a product and the sum that alone uses it, in the same block.
 *
 * <p>A compiler left to choose would choose by what its other passes did before, so that code of another level of
 * optimisation would give other bits.
 */
public final class MultiplyAdds {
    private final Map<Value, Integer> uses;

    private MultiplyAdds(Map<Value, Integer> uses) {
        this.uses = uses;
    }

    /** The statements of a kernel with such operations. */
    public static List<Statement> in(Kernel kernel) {
        return new MultiplyAdds(ValueUses.count(kernel.body())).block(kernel.body());
    }

    /** The statements of a function of the mathematics library with such operations. */
    public static List<Statement> in(ScalarFunction function) {
        var uses = ValueUses.count(function.body());
        uses.merge(function.result(), 1, Integer::sum);
        return new MultiplyAdds(uses).block(function.body());
    }

    private List<Statement> block(List<Statement> statements) {
        Map<Value, Expression.Apply> products = new HashMap<>();
        Set<Value> joined = new HashSet<>();
        List<Statement> block = new ArrayList<>();
        for (var statement : statements) {
            if (statement instanceof Statement.Define(var value, Expression.Apply apply, int instruction)) {
                var product = product(apply, products);
                product.ifPresent(joined::add);
                block.add(product.<Statement>map(
                                each -> new Statement.Define(value, join(apply, each, products), instruction))
                        .orElse(statement));
                if (isProduct(apply) && uses.getOrDefault(value, 0) == 1) {
                    products.put(value, apply);
                }
            } else {
                block.add(inside(statement));
            }
        }
        block.removeIf(statement -> statement instanceof Statement.Define define && joined.contains(define.value()));
        return List.copyOf(block);
    }

    private static boolean isProduct(Expression.Apply apply) {
        return apply.operation() == Operation.MULTIPLY && isFloating(apply.type());
    }

    private static boolean isFloating(PrimitiveType type) {
        return type == PrimitiveType.F32 || type == PrimitiveType.F64;
    }

    /** The operand of a sum that is a product; the first where both are. */
    private static Optional<Value> product(Expression.Apply apply, Map<Value, Expression.Apply> products) {
        return apply.operation() == Operation.ADD
                ? apply.operands().stream().filter(products::containsKey).findFirst()
                : Optional.empty();
    }

    private static Expression join(Expression.Apply sum, Value product, Map<Value, Expression.Apply> products) {
        var factors = Objects.requireNonNull(products.get(product)).operands();
        var rest = sum.operands().get(1 - sum.operands().indexOf(product));
        return new Expression.Apply(Operation.MULTIPLY_ADD, sum.type(), List.of(factors.get(0), factors.get(1), rest));
    }

    private Statement inside(Statement statement) {
        return switch (statement) {
            case Statement.For loop ->
                new Statement.For(loop.variable(), loop.kind(), loop.carried(), block(loop.body()), loop.instruction());
            case Statement.If branch ->
                new Statement.If(
                        branch.condition(),
                        block(branch.then()),
                        block(branch.otherwise()),
                        branch.chosen(),
                        branch.instruction());
            case Statement.Define _, Statement.Store _, Statement.Combine _, Statement.Barrier _ -> statement;
        };
    }
}
