package org.hloexplorer.hlo.stablehlo;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.Attribute;
import org.hloexplorer.hlo.DotDimensions;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/** Makes the instructions of an operation. */
final class OperationConverter {
    private static final Set<String> DIALECTS = Set.of("stablehlo", "mhlo", "chlo", "func", "sdy", "check", "tensor");

    /** Operations whose value is their first operand. */
    private static final Set<String> IDENTITIES =
            Set.of("sdy.sharding_constraint", "sdy.reshard", "sdy.propagation_barrier", "sdy.sharding_group");

    private final ComputationBuilder builder;
    private final DirectConverter direct;
    private final CollectiveConverter collectives;
    private final ControlConverter control;
    private final ChloConverter chlo;

    OperationConverter(ModuleConverter module, ComputationBuilder builder) {
        this.builder = builder;
        var regions = new RegionConverter(module, builder);
        this.direct = new DirectConverter(module, builder, regions);
        this.collectives = new CollectiveConverter(regions, builder);
        this.control = new ControlConverter(module, regions, builder);
        this.chlo = new ChloConverter(builder);
    }

    /** Converts an operation, and names its results. */
    void convert(Operation operation) {
        if (IDENTITIES.contains(operation.name())) {
            define(operation, builder.value(operation.operands().getFirst()));
            return;
        }
        boolean isCall = operation.name().equals("call");
        if (!isCall && !DIALECTS.contains(operation.dialect())) {
            throw MlirException.notConvertible(
                    operation, "it belongs to the dialect %s".formatted(operation.dialect()));
        }
        var operands = operation.operands().stream().map(builder::value).toList();
        var made = make(operation, operands, new OperationAttributes(operation));
        define(operation, made);
    }

    private void define(Operation operation, HloInstruction made) {
        int count = operation.resultTypes().size();
        var results = operation.results();
        if (results.isEmpty()) {
            return;
        }
        if (results.size() == 1 && results.getFirst().count() == 1 && count <= 1) {
            builder.define(results.getFirst().name(), 0, made);
        } else {
            builder.defineElements(results, made);
        }
    }

    /** One result as it is, more as a tuple. */
    static Shape resultShape(Operation operation) {
        var types = operation.resultTypes();
        return types.size() == 1 ? types.getFirst() : new Shape.Tuple(types);
    }

    private HloInstruction make(Operation operation, List<HloInstruction> operands, OperationAttributes attributes) {
        var opcode = operation.opcode();
        var shape = resultShape(operation);
        return switch (operation.dialect()) {
            case "chlo" -> chlo.make(operation, operands, attributes);
            case "check" -> check(operation, operands, attributes);
            case "sdy" -> control.make(operation, operands, attributes);
            default ->
                switch (opcode) {
                    case "constant" -> constant(operation, attributes);
                    case "broadcast_in_dim", "broadcast" -> broadcast(operation, operands.getFirst(), attributes);
                    case "dynamic_broadcast_in_dim" -> {
                        requireFixed(operation);
                        yield broadcast(operation, operands.getFirst(), attributes);
                    }
                    case "dynamic_reshape" -> {
                        requireFixed(operation);
                        yield builder.add(HloOpcode.RESHAPE, shape, operands.getFirst());
                    }
                    case "iota", "dynamic_iota" -> {
                        requireFixed(operation);
                        yield builder.add(
                                new HloOp.AlongDimension(HloOpcode.IOTA, attributes.integer("dim", "iota_dimension")),
                                shape,
                                List.of());
                    }
                    case "while",
                            "if",
                            "case",
                            "call",
                            "composite",
                            "custom_call",
                            "optimization_barrier",
                            "tuple",
                            "get_tuple_element",
                            "after_all",
                            "create_token" -> control.make(operation, operands, attributes);
                    case "all_reduce",
                            "all_gather",
                            "all_to_all",
                            "reduce_scatter",
                            "collective_permute",
                            "collective_broadcast",
                            "cross-replica-sum" -> collectives.make(operation, operands, attributes);
                    case "dot" -> dot(operation, operands, attributes);
                    default ->
                        builder.add(
                                direct.op(operation, operands, attributes),
                                shape,
                                operands,
                                mnemonic(opcode),
                                others(operation));
                };
        };
    }

    private static String mnemonic(String opcode) {
        return opcode.replace('_', '-');
    }

    private static List<Attribute> others(Operation operation) {
        return operation.attributes().get("mhlo.sharding") instanceof Value.Text(var sharding)
                ? List.of(new Attribute("sharding", sharding))
                : List.of();
    }

    private static void requireFixed(Operation operation) {
        if (!(resultShape(operation) instanceof Shape.Array array) || !array.isStatic()) {
            throw MlirException.notConvertible(
                    operation, "the sizes of its result are known at run time only; refine the shapes first");
        }
    }

    private HloInstruction constant(Operation operation, OperationAttributes attributes) {
        if (attributes.get("value") instanceof Value.Elements(var literal)) {
            return builder.constant(literal);
        }
        throw MlirException.notConvertible(operation, "its value is no dense array");
    }

    /** HLO does not stretch dimensions of size 1: they are left out first. */
    private HloInstruction broadcast(Operation operation, HloInstruction operand, OperationAttributes attributes) {
        var result = resultShape(operation).asArray();
        var source = operand.shape().asArray();
        var dimensions = operation.opcode().equals("broadcast")
                ? IntStream.range(result.rank() - source.rank(), result.rank())
                        .boxed()
                        .toList()
                : attributes.integers("dims", "broadcast_dimensions");
        var kept = new ArrayList<Integer>();
        var keptSizes = new ArrayList<Long>();
        for (int i = 0; i < source.rank(); i++) {
            if (source.dimension(i) == result.dimension(dimensions.get(i))) {
                kept.add(dimensions.get(i));
                keptSizes.add(source.dimension(i));
            }
        }
        var narrowed = keptSizes.size() == source.rank()
                ? operand
                : builder.add(HloOpcode.RESHAPE, Shape.array(source.elementType(), keptSizes), operand);
        return builder.broadcast(narrowed, result, kept);
    }

    /** The last dimension of the left with the first of the right. */
    private HloInstruction dot(Operation operation, List<HloInstruction> operands, OperationAttributes attributes) {
        var dimensions =
                new DotDimensions(List.of(DirectConverter.rank(operands) - 1), List.of(0), List.of(), List.of());
        return builder.add(new HloOp.Dot(dimensions, attributes.precision()), resultShape(operation), operands);
    }

    /** StableHLO's own tests compare values in place; the evaluator knows these custom calls. */
    private HloInstruction check(Operation operation, List<HloInstruction> operands, OperationAttributes attributes) {
        var compared = new ArrayList<>(operands);
        if (attributes.get("value") instanceof Value.Elements(var literal)) {
            compared.add(builder.constant(literal));
        }
        var target = "check." + operation.opcode().replace("_const", "");
        return control.customCall(target, new Shape.Tuple(List.of()), compared, config(attributes), true);
    }

    private static @Nullable String config(OperationAttributes attributes) {
        var options = new StringJoiner(",", "{", "}").setEmptyValue("");
        if (attributes.has("max_ulp_difference")) {
            options.add("\"max_ulp_difference\":" + attributes.number("max_ulp_difference"));
        }
        if (attributes.has("tolerance")) {
            options.add("\"tolerance\":" + attributes.real("tolerance"));
        }
        return options.length() == 0 ? null : options.toString();
    }
}
