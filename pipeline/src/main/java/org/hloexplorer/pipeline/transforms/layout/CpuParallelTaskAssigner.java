package org.hloexplorer.pipeline.transforms.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;
import org.hloexplorer.pipeline.transforms.NonFusionComputations;

/** Notes on kernels in how many parts of their outer dimensions they are worth running at the same time. */
public final class CpuParallelTaskAssigner implements HloPass {
    private static final String RULE = "assign-parallel-tasks";

    static final Option<Long> THREADS =
            Option.count("cpu-parallel-task-assigner.threads", 8, "parts that run at the same time at most");

    /** XLA's {@code min_cost_per_thread}: with less, starting a thread takes longer than the work. */
    static final Option<Long> BYTES =
            Option.count("cpu-parallel-task-assigner.bytes", 256 << 10, "bytes of the result that are worth a thread");

    @Override
    public String name() {
        return "cpu-parallel-task-assigner";
    }

    @Override
    public String summary() {
        return "notes on kernels in how many parts they run at the same time";
    }

    @Override
    public List<Option<?>> options() {
        return List.of(THREADS, BYTES);
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(new RuleDescription(
                RULE, "f → f, backend_config={\"outer_dimension_partitions\":[\"…\"]}", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        for (var computation : NonFusionComputations.of(module)) {
            var computationEditor = editor.edit(computation);
            for (var instruction : computation.instructions()) {
                if (runsAsLoop(instruction)) {
                    assign(instruction, instruction.shape().asArray(), computationEditor);
                }
            }
        }
        return editor.commit();
    }

    private static boolean runsAsLoop(HloInstruction instruction) {
        return instruction.shape() instanceof Shape.Array
                && instruction.annotations().backendConfig() == null
                && (instruction.op() instanceof HloOp.Fusion
                        || instruction.opcode().isElementwise()
                        || isMove(instruction));
    }

    private static boolean isMove(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case BROADCAST, CONCATENATE, COPY, GATHER, IOTA, PAD, REDUCE, REVERSE, SLICE, TRANSPOSE -> true;
            default -> false;
        };
    }

    private static void assign(HloInstruction instruction, Shape.Array shape, ComputationEditor editor) {
        var context = editor.context();
        long bytes = shape.bytes();
        long tasks = Math.min(context.option(THREADS), bytes / context.option(BYTES));
        var partitions = partitions(shape, tasks);
        if (tasks < 2 || partitions.stream().allMatch(count -> count == 1)) {
            context.declined(
                    RULE,
                    instruction.id(),
                    instruction.name(),
                    "its %d bytes are too few for two threads of %d each".formatted(bytes, context.option(BYTES)),
                    List.of(new Quantity("bytes", bytes, 2 * context.option(BYTES), "B")));
        } else if (context.isEnabled(RULE) && context.mayRewrite(RULE, instruction.id())) {
            long parts = partitions.stream().reduce(1L, (a, b) -> a * b);
            var config = partitions.stream()
                    .map("\"%d\""::formatted)
                    .collect(Collectors.joining(",", "{\"outer_dimension_partitions\":[", "]}"));
            editor.update(instruction.withAnnotations(instruction.annotations().withBackendConfig(config)));
            context.rewritten(
                    RULE,
                    instruction.id(),
                    instruction.id(),
                    "%s runs in parts %s of its outer dimensions: %d bytes of result, %d for each of %d, and a thread is worth %d"
                            .formatted(instruction, partitions, bytes, bytes / parts, parts, context.option(BYTES)));
        }
    }

    /** XLA's {@code ShapePartitionAssigner}: parts of each of the outer dimensions, about as many in each. */
    static List<Long> partitions(Shape.Array shape, long wanted) {
        var outer = new ArrayList<Long>();
        long product = 1;
        for (int dimension : PhysicalShapes.majorToMinor(shape)) {
            outer.add(shape.dimension(dimension));
            product *= shape.dimension(dimension);
            if (product >= wanted) {
                break;
            }
        }
        long target = Math.min(product, wanted);
        long each = (long) Math.pow((double) target, 1.0 / Math.max(1, outer.size()));
        var parts =
                new ArrayList<>(outer.stream().map(size -> Math.min(size, each)).toList());
        for (int i = 0; i < parts.size(); i++) {
            long others = parts.stream().reduce(1L, (a, b) -> a * b) / Math.max(1, parts.get(i));
            long more = target / Math.max(1, others) - parts.get(i);
            if (more > 0) {
                parts.set(i, parts.get(i) + Math.min(more, outer.get(i) - parts.get(i)));
            }
        }
        return parts;
    }
}
