package org.hloexplorer.hlo.text;

import java.util.List;
import java.util.Set;
import org.hloexplorer.hlo.Attribute;
import org.hloexplorer.hlo.ConvolutionDimensions;
import org.hloexplorer.hlo.DotDimensions;
import org.hloexplorer.hlo.GatherDimensions;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Precision;
import org.hloexplorer.hlo.ScatterDimensions;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.Window;
import org.jspecify.annotations.Nullable;

/** Writes the attributes that belong to an operation, in XLA's order. */
final class OpPrinter {
    /** Attributes kept as text that XLA prints before a custom call's target. */
    private static final Set<String> BEFORE_TARGET = Set.of(
            "window", "dim_labels", "feature_group_count", "batch_group_count", "operand_precision", "padding_type");

    private final AttributeWriter write;
    private final PrintOptions options;

    OpPrinter(AttributeWriter write, PrintOptions options) {
        this.write = write;
        this.options = options;
    }

    /** Writes the operation's own attributes, and those kept as text that XLA would mix with them. */
    void print(HloOp op, List<Attribute> others) {
        switch (op) {
            case HloOp.Plain _, HloOp.Parameter _, HloOp.Constant _, HloOp.Unknown _ -> {}
            case HloOp.AlongDimension(var opcode, var dimension) -> printAlongDimension(opcode, dimension);
            case HloOp.WithDimensions(var _, var dimensions) -> write.list("dimensions", dimensions);
            case HloOp.Compare compare -> printCompare(compare);
            case HloOp.ReducePrecision(var exponent, var mantissa) -> {
                write.number("exponent_bits", exponent);
                write.number("mantissa_bits", mantissa);
            }
            case HloOp.RandomNumbers(var opcode, var kind) ->
                write.text(opcode == HloOpcode.RNG ? "distribution" : "algorithm", kind);
            case HloOp.RngGetAndUpdateState(var delta) -> write.number("delta", delta);
            case HloOp.Slice slice -> write.text("slice", WindowText.slice(slice));
            case HloOp.DynamicSlice(var sizes) -> write.list("dynamic_slice_sizes", sizes);
            case HloOp.Pad pad -> write.text("padding", WindowText.padding(pad));
            case HloOp.Gather gather -> printGather(gather.dimensions(), gather);
            case HloOp.Scatter scatter -> printScatter(scatter.dimensions(), scatter);
            case HloOp.OverDimensions(var _, var dimensions, var toApply) -> {
                write.list("dimensions", dimensions);
                write.reference("to_apply", toApply);
            }
            case HloOp.ReduceWindow(var window, var toApply) -> {
                printWindow(window);
                write.reference("to_apply", toApply);
            }
            case HloOp.SelectAndScatter(var window, var select, var scatter) -> {
                printWindow(window);
                write.reference("select", select);
                write.reference("scatter", scatter);
            }
            case HloOp.Sort(var dimension, var isStable, var comparator) -> {
                write.list("dimensions", List.of(dimension));
                write.flag("is_stable", isStable);
                write.reference("to_apply", comparator);
            }
            case HloOp.TopK(var k, var largest) -> {
                write.number("k", k);
                write.bool("largest", largest);
            }
            case HloOp.Scan scan -> printScan(scan);
            case HloOp.Dot(var dimensions, var precision) -> printDot(dimensions, precision);
            case HloOp.RaggedDot(var dimensions, var lhsRagged, var rhsGroup, var precision) -> {
                printDotDimensions(dimensions);
                write.list("lhs_ragged_dims", lhsRagged);
                write.listUnlessEmpty("rhs_group_dims", rhsGroup);
                printPrecision(precision);
            }
            case HloOp.ScaledDot(var dimensions, var precision) -> printDot(dimensions, precision);
            case HloOp.Convolution convolution -> printConvolution(convolution, convolution.dimensions());
            case HloOp.Fft(var type, var length) -> {
                write.text("fft_type", type);
                write.list("fft_length", length);
            }
            case HloOp.Cholesky(var lower) -> write.flag("lower", lower);
            case HloOp.TriangularSolve solve -> printTriangularSolve(solve);
            case HloOp.BatchNorm(var _, var epsilon, var feature) -> {
                write.text("epsilon", FloatText.general(epsilon, 6));
                write.number("feature_index", feature);
            }
            case HloOp.GetTupleElement(var index) -> write.number("index", index);
            case HloOp.Call(var toApply, var isComposite) -> {
                write.reference("to_apply", toApply);
                write.flag("is_composite", isComposite);
            }
            case HloOp.While(var condition, var body) -> {
                write.reference("condition", condition);
                write.reference("body", body);
            }
            case HloOp.Conditional(var branches, var byPredicate) -> printConditional(branches, byPredicate);
            case HloOp.Fusion(var kind, var computation, var aliasing) -> {
                write.text("kind", kind.text());
                write.aliasing("output_to_operand_aliasing", aliasing);
                write.reference("calls", computation);
            }
            case HloOp.CustomCall call -> printCustomCall(call, others);
            case HloOp.Feed(var opcode, var config, var shape) -> printFeed(opcode, config, shape);
            case HloOp.Channel(var _, var channel, var isHostTransfer) -> {
                write.numberIf("channel_id", channel);
                write.flag("is_host_transfer", isHostTransfer);
            }
            case HloOp.Async async -> printAsync(async);
            case HloOp.Collective collective -> printCollective(collective);
            case HloOp.Permute(var _, var pairs, var channel) -> {
                write.numberIf("channel_id", channel);
                write.pairs("source_target_pairs", pairs);
            }
            case HloOp.Domain(var text) -> write.text("domain", text);
        }
    }

    /** Whether {@link #print} writes this attribute, which the model keeps as text. */
    static boolean isPrinted(HloOp op, Attribute attribute) {
        return op instanceof HloOp.CustomCall
                && (BEFORE_TARGET.contains(attribute.name())
                        || attribute.name().equals("literal")
                        || attribute.name().equals("schedule"));
    }

    private void printAlongDimension(HloOpcode opcode, int dimension) {
        if (opcode == HloOpcode.IOTA) {
            write.number("iota_dimension", dimension);
        } else {
            write.list("dimensions", List.of(dimension));
        }
    }

    private void printCompare(HloOp.Compare compare) {
        write.text("direction", compare.direction().name());
        if (compare.type() != null) {
            write.text("type", compare.type().name());
        }
    }

    private void printWindow(Window window) {
        if (!window.dimensions().isEmpty()) {
            write.text("window", WindowText.window(window));
        }
    }

    private void printGather(GatherDimensions dimensions, HloOp.Gather gather) {
        write.list("offset_dims", dimensions.offsetDims());
        write.list("collapsed_slice_dims", dimensions.collapsedSliceDims());
        write.list("start_index_map", dimensions.startIndexMap());
        write.listUnlessEmpty("operand_batching_dims", dimensions.operandBatchingDims());
        write.listUnlessEmpty("start_indices_batching_dims", dimensions.startIndicesBatchingDims());
        write.number("index_vector_dim", dimensions.indexVectorDim());
        write.list("slice_sizes", gather.sliceSizes());
        write.flag("indices_are_sorted", gather.indicesAreSorted());
    }

    private void printScatter(ScatterDimensions dimensions, HloOp.Scatter scatter) {
        write.list("update_window_dims", dimensions.updateWindowDims());
        write.list("inserted_window_dims", dimensions.insertedWindowDims());
        write.list("scatter_dims_to_operand_dims", dimensions.scatterDimsToOperandDims());
        write.listUnlessEmpty("input_batching_dims", dimensions.inputBatchingDims());
        write.listUnlessEmpty("scatter_indices_batching_dims", dimensions.scatterIndicesBatchingDims());
        write.number("index_vector_dim", dimensions.indexVectorDim());
        write.flag("indices_are_sorted", scatter.indicesAreSorted());
        write.flag("unique_indices", scatter.uniqueIndices());
        write.reference("to_apply", scatter.toApply());
    }

    private void printScan(HloOp.Scan scan) {
        write.list("dimensions", List.of(scan.dimension()));
        write.number("num_carries", scan.numCarries());
        write.flag("is_reverse", scan.isReverse());
        write.flag("is_associative", scan.isAssociative());
        write.reference("to_apply", scan.toApply());
    }

    private void printDot(DotDimensions dimensions, Precision precision) {
        printDotDimensions(dimensions);
        printPrecision(precision);
    }

    private void printDotDimensions(DotDimensions dimensions) {
        write.listUnlessEmpty("lhs_batch_dims", dimensions.lhsBatch());
        write.list("lhs_contracting_dims", dimensions.lhsContracting());
        write.listUnlessEmpty("rhs_batch_dims", dimensions.rhsBatch());
        write.list("rhs_contracting_dims", dimensions.rhsContracting());
    }

    private void printPrecision(Precision precision) {
        if (!precision.operandPrecision().isEmpty()) {
            write.words("operand_precision", precision.operandPrecision());
        }
        if (!precision.algorithm().isEmpty()) {
            write.text("algorithm", precision.algorithm());
        }
    }

    private void printConvolution(HloOp.Convolution convolution, ConvolutionDimensions dimensions) {
        printWindow(convolution.window());
        write.text("dim_labels", DimLabels.print(dimensions));
        write.numberUnless("feature_group_count", convolution.featureGroupCount(), 1);
        write.numberUnless("batch_group_count", convolution.batchGroupCount(), 1);
        printPrecision(convolution.precision());
    }

    private void printTriangularSolve(HloOp.TriangularSolve solve) {
        write.flag("left_side", solve.leftSide());
        write.flag("lower", solve.lower());
        write.flag("unit_diagonal", solve.unitDiagonal());
        write.text("transpose_a", solve.transposeA());
    }

    private void printConditional(List<Integer> branches, boolean byPredicate) {
        if (byPredicate) {
            write.reference("true_computation", branches.getFirst());
            write.reference("false_computation", branches.getLast());
        } else {
            write.references("branch_computations", branches);
        }
    }

    private void printCustomCall(HloOp.CustomCall call, List<Attribute> others) {
        others.stream()
                .filter(each -> BEFORE_TARGET.contains(each.name()))
                .forEach(each -> write.text(each.name(), each.text()));
        write.quoted("custom_call_target", call.target());
        if (call.operandLayouts() != null) {
            write.shapes("operand_layout_constraints", call.operandLayouts());
        }
        write.flag("custom_call_has_side_effect", call.hasSideEffect());
        printOther(others, "literal");
        write.aliasing("output_to_operand_aliasing", call.outputToOperandAliasing());
        printOther(others, "schedule");
        if (!call.apiVersion().equals("API_VERSION_ORIGINAL")) {
            write.text("api_version", call.apiVersion());
        }
        if (!call.calledComputations().isEmpty()) {
            write.references("called_computations", call.calledComputations());
        }
    }

    private void printOther(List<Attribute> others, String name) {
        others.stream().filter(each -> each.name().equals(name)).forEach(each -> write.text(each.name(), each.text()));
    }

    private void printFeed(HloOpcode opcode, String config, @Nullable Shape shape) {
        if (shape != null) {
            write.text("outfeed_shape", shape.toString());
        }
        if (!config.isEmpty()) {
            write.quoted(opcode == HloOpcode.INFEED ? "infeed_config" : "outfeed_config", config);
        }
    }

    private void printAsync(HloOp.Async async) {
        printThread(async);
        if (async.opcode() == HloOpcode.ASYNC_START || options.has(PrintOption.ASYNC_CALLS)) {
            write.reference("calls", async.computation());
        }
    }

    /** The thread an asynchronous operation runs on, where it is not the main one. */
    void printThread(HloOp.Async async) {
        if (!async.executionThread().equals(HloComputation.MAIN_THREAD)) {
            write.quoted("async_execution_thread", async.executionThread());
        }
    }

    private void printCollective(HloOp.Collective collective) {
        write.numberIf("channel_id", collective.channelId());
        if (!collective.replicaGroups().text().isEmpty()) {
            write.text("replica_groups", collective.replicaGroups().text());
        }
        write.flag("constrain_layout", collective.constrainLayout());
        boolean isReduceScatter = collective.opcode() == HloOpcode.REDUCE_SCATTER;
        if (!isReduceScatter) {
            write.listUnlessEmpty("dimensions", collective.dimensions());
        }
        write.flag("use_global_device_ids", collective.useGlobalDeviceIds());
        if (isReduceScatter) {
            write.listUnlessEmpty("dimensions", collective.dimensions());
        }
        if (!collective.toApply().isEmpty()) {
            write.reference("to_apply", collective.toApply().getFirst());
        }
    }
}
