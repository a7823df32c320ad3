package org.hloexplorer.hlo.stablehlo;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** Operations of the client dialect that have a direct meaning in HLO. */
final class ChloConverter {
    private static final String BROADCASTING = "broadcast_";

    private final ComputationBuilder builder;
    private final ErrorFunctions errorFunctions;
    private final GammaFunctions gammaFunctions;

    ChloConverter(ComputationBuilder builder) {
        this.builder = builder;
        this.errorFunctions = new ErrorFunctions(builder);
        this.gammaFunctions = new GammaFunctions(builder);
    }

    HloInstruction make(Operation operation, List<HloInstruction> operands, OperationAttributes attributes) {
        var shape = OperationConverter.resultShape(operation);
        return switch (operation.opcode()) {
            case "square" -> builder.add(HloOpcode.MULTIPLY, shape, operands.getFirst(), operands.getFirst());
            case "top_k" -> builder.add(new HloOp.TopK(attributes.number("k"), true), shape, operands);
            case "erfc" -> widened(operation, operands.getFirst(), errorFunctions::complement);
            case "erf_inv" -> widened(operation, operands.getFirst(), errorFunctions::inverse);
            case "lgamma" -> inDoubleToo(operation, operands.getFirst(), gammaFunctions::logarithm);
            case "digamma" -> inDoubleToo(operation, operands.getFirst(), gammaFunctions::digamma);
            case "conj" -> conjugate(operands.getFirst());
            case "is_inf" ->
                isEqual(builder.add(HloOpcode.ABS, operands.getFirst().shape(), operands.getFirst()), 1);
            case "is_pos_inf" -> isEqual(operands.getFirst(), 1);
            case "is_neg_inf" -> isEqual(operands.getFirst(), -1);
            case "constant", "constant_like" -> constant(operation, attributes);
            default ->
                operation.opcode().startsWith(BROADCASTING)
                        ? broadcasting(operation, operands, attributes)
                        : elementwise(operation, operands);
        };
    }

    private HloInstruction elementwise(Operation operation, List<HloInstruction> operands) {
        var opcode = HloOpcode.named(operation.opcode().replace('_', '-'))
                .filter(HloOpcode::isElementwise)
                .filter(each -> each.arity() == operands.size())
                .orElseThrow(() -> MlirException.notConvertible(
                        operation, "HLO has no such operation; the framework expands it when it compiles"));
        return builder.add(new HloOp.Plain(opcode), OperationConverter.resultShape(operation), operands);
    }

    /** The approximations are made for f32; narrower types are widened for them. */
    private HloInstruction widened(Operation operation, HloInstruction operand, Approximation approximation) {
        var shape = operand.shape().asArray();
        return switch (shape.elementType()) {
            case F32 -> approximation.of(operand, shape);
            case F16, BF16 -> {
                var wide = shape.withElementType(PrimitiveType.F32);
                var value = approximation.of(builder.add(HloOpcode.CONVERT, wide, operand), wide);
                yield builder.add(HloOpcode.CONVERT, shape, value);
            }
            default ->
                throw MlirException.notConvertible(
                        operation, "it is expanded for f32, f16 and bf16, not for " + shape.elementType());
        };
    }

    /** Approximations that are good enough for f64. */
    private HloInstruction inDoubleToo(Operation operation, HloInstruction operand, Approximation approximation) {
        var shape = operand.shape().asArray();
        return shape.elementType() == PrimitiveType.F64
                ? approximation.of(operand, shape)
                : widened(operation, operand, approximation);
    }

    private interface Approximation {
        HloInstruction of(HloInstruction operand, Shape.Array shape);
    }

    private HloInstruction conjugate(HloInstruction operand) {
        var shape = operand.shape().asArray();
        if (!shape.elementType().isComplex()) {
            return operand;
        }
        var part =
                shape.withElementType(shape.elementType() == PrimitiveType.C64 ? PrimitiveType.F32 : PrimitiveType.F64);
        var real = builder.add(HloOpcode.REAL, part, operand);
        var imaginary = builder.add(HloOpcode.NEGATE, part, builder.add(HloOpcode.IMAG, part, operand));
        return builder.add(HloOpcode.COMPLEX, shape, real, imaginary);
    }

    private HloInstruction isEqual(HloInstruction operand, int sign) {
        var shape = operand.shape().asArray();
        var infinite = builder.filled(shape, sign * Double.POSITIVE_INFINITY);
        return builder.add(
                new HloOp.Compare(ComparisonDirection.EQ, null),
                ComputationBuilder.predicate(shape),
                List.of(operand, infinite));
    }

    private HloInstruction constant(Operation operation, OperationAttributes attributes) {
        if (attributes.get("value") instanceof Value.Elements(var literal)) {
            return builder.constant(literal);
        }
        if (attributes.has("value")) {
            return builder.filled(OperationConverter.resultShape(operation).asArray(), attributes.real("value"));
        }
        throw MlirException.notConvertible(operation, "its value is missing");
    }

    /** Operands are stretched to the shape of the result, then the operation is an ordinary one. */
    private HloInstruction broadcasting(
            Operation operation, List<HloInstruction> operands, OperationAttributes attributes) {
        var result = OperationConverter.resultShape(operation).asArray();
        var stretched = new ArrayList<HloInstruction>();
        for (var operand : operands) {
            stretched.add(stretched(operand, result, attributes));
        }
        var name = operation.opcode().substring(BROADCASTING.length());
        if (name.equals("compare")) {
            var direction = attributes.word("EQ", "comparison_direction");
            return builder.add(new HloOp.Compare(ComparisonDirection.valueOf(direction), null), result, stretched);
        }
        var opcode = HloOpcode.named(name.replace('_', '-'))
                .filter(HloOpcode::isElementwise)
                .orElseThrow(() -> MlirException.notConvertible(operation, "HLO has no such operation"));
        return builder.add(new HloOp.Plain(opcode), result, stretched);
    }

    private HloInstruction stretched(HloInstruction operand, Shape.Array result, OperationAttributes attributes) {
        var shape = operand.shape().asArray();
        if (shape.dimensions().equals(result.dimensions())) {
            return operand;
        }
        var dimensions = shape.rank() < result.rank() && attributes.has("broadcast_dimensions")
                ? attributes.integers("broadcast_dimensions")
                : IntStream.range(result.rank() - shape.rank(), result.rank())
                        .boxed()
                        .toList();
        var kept = new ArrayList<Integer>();
        var sizes = new ArrayList<Long>();
        for (int i = 0; i < shape.rank(); i++) {
            if (shape.dimension(i) == result.dimension(dimensions.get(i))) {
                kept.add(dimensions.get(i));
                sizes.add(shape.dimension(i));
            }
        }
        var narrowed = sizes.size() == shape.rank()
                ? operand
                : builder.add(HloOpcode.RESHAPE, Shape.array(shape.elementType(), sizes), operand);
        return builder.broadcast(narrowed, result.withElementType(shape.elementType()), kept);
    }
}
