package org.hloexplorer.hlo.stablehlo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.ComparisonType;
import org.hloexplorer.hlo.DotDimensions;
import org.hloexplorer.hlo.GatherDimensions;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.ScatterDimensions;
import org.hloexplorer.hlo.Shape;

/** Operations that become one instruction with the same operands: what they compute, with all attributes. */
final class DirectConverter {
    private final ModuleConverter module;
    private final ComputationBuilder builder;
    private final RegionConverter regions;
    private final WindowConverter windows;

    DirectConverter(ModuleConverter module, ComputationBuilder builder, RegionConverter regions) {
        this.module = module;
        this.builder = builder;
        this.regions = regions;
        this.windows = new WindowConverter(regions);
    }

    /** What an operation computes. */
    HloOp op(Operation operation, List<HloInstruction> operands, OperationAttributes attributes) {
        return switch (operation.opcode()) {
            case "compare" -> compare(operation, operands, attributes);
            case "transpose" ->
                new HloOp.WithDimensions(HloOpcode.TRANSPOSE, attributes.integers("dims", "permutation"));
            case "reverse" -> new HloOp.WithDimensions(HloOpcode.REVERSE, attributes.integers("dims", "dimensions"));
            case "concatenate" ->
                new HloOp.AlongDimension(HloOpcode.CONCATENATE, attributes.integer("dim", "dimension"));
            case "get_dimension_size" ->
                new HloOp.AlongDimension(HloOpcode.GET_DIMENSION_SIZE, attributes.integer("dim", "dimension"));
            case "set_dimension_size" ->
                new HloOp.AlongDimension(HloOpcode.SET_DIMENSION_SIZE, attributes.integer("dim", "dimension"));
            case "slice" -> slice(operation, operands, attributes);
            case "dynamic_slice" -> new HloOp.DynamicSlice(attributes.longs("sizes", "slice_sizes"));
            case "pad" ->
                new HloOp.Pad(
                        attributes.longs("low", "edge_padding_low"),
                        attributes.longs("high", "edge_padding_high"),
                        attributes.longs("interior", "interior_padding"));
            case "dot_general" -> new HloOp.Dot(dotDimensions(attributes), attributes.precision());
            case "convolution" -> windows.convolution(operands, attributes);
            case "reduce" -> reduce(operation, attributes);
            case "reduce_window" -> windows.reduceWindow(operation, operands, attributes);
            case "select_and_scatter" -> windows.selectAndScatter(operation, operands, attributes);
            case "map" ->
                new HloOp.OverDimensions(
                        HloOpcode.MAP,
                        attributes.integers("dimensions"),
                        regions.closed(operation, region(operation, 0), "map"));
            case "sort" ->
                new HloOp.Sort(
                        (int) attributes.number(rank(operands) - 1L, "dimension"),
                        attributes.flag("is_stable"),
                        regions.closed(operation, region(operation, 0), "comparator"));
            case "gather" -> gather(attributes);
            case "scatter" -> scatter(operation, attributes);
            case "reduce_precision" -> reducePrecision(attributes);
            case "fft" ->
                new HloOp.Fft(attributes.word("FFT", "type", "fft_type"), attributes.longs("length", "fft_length"));
            case "cholesky" -> new HloOp.Cholesky(attributes.flag("lower"));
            case "triangular_solve" ->
                new HloOp.TriangularSolve(
                        attributes.flag("left_side"),
                        attributes.flag("lower"),
                        attributes.flag("unit_diagonal"),
                        attributes.word("NO_TRANSPOSE", "transpose_a"));
            case "batch_norm_training", "batch_norm_inference", "batch_norm_grad" ->
                new HloOp.BatchNorm(
                        HloOpcode.named(operation.opcode().replace('_', '-')).orElseThrow(),
                        (float) attributes.real("epsilon"),
                        attributes.integer("feature_index"));
            case "rng" ->
                new HloOp.RandomNumbers(
                        HloOpcode.RNG,
                        "rng_"
                                + attributes
                                        .word("UNIFORM", "distribution", "rng_distribution")
                                        .toLowerCase(Locale.ROOT));
            case "rng_bit_generator" ->
                new HloOp.RandomNumbers(
                        HloOpcode.RNG_BIT_GENERATOR,
                        "rng_"
                                + attributes
                                        .word("DEFAULT", "algorithm", "rng_algorithm")
                                        .toLowerCase(Locale.ROOT));
            case "topk" ->
                new HloOp.TopK(attributes.number("k"), !attributes.has("largest") || attributes.flag("largest"));
            default -> plain(operation);
        };
    }

    /** Operations without attributes, whose names are those of HLO but for the underscores. */
    private static HloOp plain(Operation operation) {
        var opcode = HloOpcode.named(operation.opcode().replace('_', '-'));
        if (opcode.isPresent() && isPlain(opcode.get())) {
            return new HloOp.Plain(opcode.get());
        }
        throw MlirException.notConvertible(operation, "HLO has no such operation, or takes it in another form");
    }

    private static boolean isPlain(HloOpcode opcode) {
        return switch (opcode) {
            case RESHAPE,
                    SELECT,
                    CLAMP,
                    COPY,
                    BITCAST,
                    DYNAMIC_UPDATE_SLICE,
                    REPLICA_ID,
                    PARTITION_ID,
                    ADD_DEPENDENCY,
                    COMPLEX -> true;
            case COMPARE, REDUCE_PRECISION -> false;
            default -> opcode.isElementwise();
        };
    }

    static int rank(List<HloInstruction> operands) {
        return operands.getFirst().shape().asArray().rank();
    }

    private static Operation.Region region(Operation operation, int index) {
        if (index >= operation.regions().size()) {
            throw MlirException.notConvertible(operation, "its region %d is missing".formatted(index + 1));
        }
        return operation.regions().get(index);
    }

    private static HloOp compare(Operation operation, List<HloInstruction> operands, OperationAttributes attributes) {
        var words = operation.words();
        var direction = words.isEmpty() ? attributes.word("", "comparison_direction") : words.getFirst();
        var type = words.size() > 1 ? words.get(1) : attributes.word("", "compare_type");
        return new HloOp.Compare(
                ComparisonDirection.valueOf(direction),
                type.isEmpty() || type.equals(usualType(operands)) || type.equals("NOTYPE")
                        ? null
                        : ComparisonType.valueOf(type));
    }

    private static String usualType(List<HloInstruction> operands) {
        var type = operands.getFirst().shape().asArray().elementType();
        return type.isFloating() || type.isComplex() ? "FLOAT" : type.isSigned() ? "SIGNED" : "UNSIGNED";
    }

    private static HloOp slice(Operation operation, List<HloInstruction> operands, OperationAttributes attributes) {
        if (!(attributes.get("bracket") instanceof Value.Values(var ranges))) {
            var starts = attributes.longs("start_indices");
            return new HloOp.Slice(starts, attributes.longs("limit_indices"), attributes.longs("strides"));
        }
        var starts = new ArrayList<Long>();
        var limits = new ArrayList<Long>();
        var strides = new ArrayList<Long>();
        for (var range : ranges) {
            if (!(range instanceof Value.Range(var parts))) {
                throw MlirException.notConvertible(operation, "a range is written start:limit:stride");
            }
            starts.add(parts.getFirst());
            limits.add(parts.get(1));
            strides.add(parts.size() > 2 ? parts.get(2) : 1L);
        }
        if (starts.size() != rank(operands)) {
            throw MlirException.notConvertible(operation, "it has a range for each dimension of its operand");
        }
        return new HloOp.Slice(starts, limits, strides);
    }

    private static DotDimensions dotDimensions(OperationAttributes attributes) {
        if (attributes.has("dot_dimension_numbers")) {
            var numbers = attributes.nested("dot_dimension_numbers");
            return new DotDimensions(
                    numbers.integersOrNone("lhs_contracting_dimensions"),
                    numbers.integersOrNone("rhs_contracting_dimensions"),
                    numbers.integersOrNone("lhs_batching_dimensions"),
                    numbers.integersOrNone("rhs_batching_dimensions"));
        }
        var contracting = pair(attributes, "contracting_dims");
        var batching = pair(attributes, "batching_dims");
        return new DotDimensions(
                contracting.getFirst(), contracting.getLast(), batching.getFirst(), batching.getLast());
    }

    private static List<List<Integer>> pair(OperationAttributes attributes, String name) {
        return attributes.has(name)
                ? attributes.rows(name).stream()
                        .map(row -> row.stream().map(Math::toIntExact).toList())
                        .toList()
                : List.of(List.of(), List.of());
    }

    private HloOp reduce(Operation operation, OperationAttributes attributes) {
        return new HloOp.OverDimensions(HloOpcode.REDUCE, attributes.integers("dimensions"), reducer(operation));
    }

    private int reducer(Operation operation) {
        if (!operation.regions().isEmpty()) {
            return regions.closed(operation, region(operation, 0), "region");
        }
        var name = applied(operation);
        var opcode = HloOpcode.named(name.substring(name.indexOf('.') + 1).replace('_', '-'))
                .orElseThrow(() -> MlirException.notConvertible(operation, "%s is no reduction".formatted(name)));
        var element =
                Shape.scalar(OperationConverter.resultShape(operation).asArray().elementType());
        var inside = new ComputationBuilder(builder.ids());
        var root = inside.add(
                opcode, element, inside.parameter(0, element, "Arg_0"), inside.parameter(1, element, "Arg_1"));
        return module.finish("region", inside, root);
    }

    private static String applied(Operation operation) {
        int applies = operation.words().indexOf("applies");
        if (applies < 0 || applies + 1 >= operation.words().size()) {
            throw MlirException.notConvertible(operation, "it does not say what it applies");
        }
        return operation.words().get(applies + 1);
    }

    private static HloOp gather(OperationAttributes attributes) {
        var numbers = attributes.nested("dimension_numbers");
        return new HloOp.Gather(
                new GatherDimensions(
                        numbers.integersOrNone("offset_dims"),
                        numbers.integersOrNone("collapsed_slice_dims"),
                        numbers.integersOrNone("start_index_map"),
                        numbers.integersOrNone("operand_batching_dims"),
                        numbers.integersOrNone("start_indices_batching_dims"),
                        (int) numbers.number(0, "index_vector_dim")),
                attributes.longs("slice_sizes"),
                attributes.flag("indices_are_sorted"));
    }

    private HloOp scatter(Operation operation, OperationAttributes attributes) {
        var numbers = attributes.nested("scatter_dimension_numbers");
        return new HloOp.Scatter(
                new ScatterDimensions(
                        numbers.integersOrNone("update_window_dims"),
                        numbers.integersOrNone("inserted_window_dims"),
                        numbers.integersOrNone("scatter_dims_to_operand_dims"),
                        numbers.integersOrNone("input_batching_dims"),
                        numbers.integersOrNone("scatter_indices_batching_dims"),
                        (int) numbers.number(0, "index_vector_dim")),
                attributes.flag("indices_are_sorted"),
                attributes.flag("unique_indices"),
                regions.closed(operation, region(operation, 0), "region"));
    }

    /** {@code format = e5m10} */
    private static HloOp reducePrecision(OperationAttributes attributes) {
        var format = attributes.word("", "format");
        int m = format.indexOf('m');
        return m > 1
                ? new HloOp.ReducePrecision(
                        Integer.parseInt(format.substring(1, m)), Integer.parseInt(format.substring(m + 1)))
                : new HloOp.ReducePrecision(attributes.integer("exponent_bits"), attributes.integer("mantissa_bits"));
    }
}
