package org.hloexplorer.pipeline.fusion.gpu;

import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.EXCEEDS_BUDGET;
import static org.hloexplorer.pipeline.fusion.FusionDecision.allow;
import static org.hloexplorer.pipeline.fusion.FusionDecision.forbid;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.fusion.FusionDecision;
import org.hloexplorer.pipeline.fusion.FusionGraph;

/** What one kernel may use of a GPU: shared memory, reductions, parameters, code. */
record GpuBudget(GpuFusionOptions options, GpuCostModel model) {
    private static final String XLA = "FusionFitsInBudget";

    FusionDecision fitsSharedMemory(HloInstruction producer, HloInstruction consumer) {
        long bytes = model.facts(producer).sharedBytes() + model.facts(consumer).sharedBytes();
        long limit = options.device().sharedBytesPerBlock();
        var quantity = new Quantity("shared memory", bytes, limit, "B");
        return bytes > limit
                ? forbid(
                        EXCEEDS_BUDGET,
                        "their tiles would take %d bytes of shared memory, and a block has %d".formatted(bytes, limit),
                        XLA + ", SharedMemoryUsage",
                        quantity)
                : allow("the tiles fit in shared memory", quantity);
    }

    FusionDecision fitsReductions(HloInstruction producer, HloInstruction consumer) {
        long reductions =
                model.facts(producer).reductions() + model.facts(consumer).reductions();
        var quantity = Quantity.count(GpuFusionOptions.REDUCTIONS_COMPARED, reductions, options.reductions());
        return reductions > options.reductions()
                ? forbid(
                        EXCEEDS_BUDGET,
                        "one kernel would hold %d reductions, more than %d".formatted(reductions, options.reductions()),
                        XLA + ", NumUnnestedReductions",
                        quantity)
                : allow("there is room for the reductions", quantity);
    }

    FusionDecision fitsParameters(HloInstruction producer, HloInstruction consumer) {
        var operands = operandsOfBoth(producer, consumer);
        long count = operands.size() + outputs(consumer.shape());
        var quantity = Quantity.count(GpuFusionOptions.PARAMETERS_COMPARED, count, options.parameters());
        return count > options.parameters() && operands.size() > consumer.operandCount()
                ? tooManyParameters(quantity)
                : allow("the kernel takes few parameters", quantity);
    }

    /** As XLA asks it of two kernels with results of their own: however few operands are added. */
    FusionDecision fitsParametersOfBoth(HloInstruction first, HloInstruction second) {
        long count = operandsOfBoth(first, second).size() + outputs(first.shape()) + outputs(second.shape());
        var quantity = Quantity.count(GpuFusionOptions.PARAMETERS_COMPARED, count, options.parameters());
        return count > options.parameters()
                ? tooManyParameters(quantity)
                : allow("the kernel takes few parameters", quantity);
    }

    private static FusionDecision tooManyParameters(Quantity count) {
        return forbid(
                EXCEEDS_BUDGET,
                "the kernel would take %.0f operands and results, more than %.0f"
                        .formatted(count.value(), count.limit()),
                "FusionFitsInParameterLimit",
                count);
    }

    private static Set<Integer> operandsOfBoth(HloInstruction producer, HloInstruction consumer) {
        var operands = new HashSet<Integer>();
        IntStream.concat(IntStream.of(producer.operandIds()), IntStream.of(consumer.operandIds()))
                .filter(id -> id != producer.id())
                .forEach(operands::add);
        return operands;
    }

    static long outputs(Shape shape) {
        return shape instanceof Shape.Tuple(var members)
                ? members.stream().mapToLong(GpuBudget::outputs).sum()
                : 1;
    }

    FusionDecision fitsCode(HloInstruction producer, HloInstruction consumer) {
        var first = model.work(producer);
        var second = model.work(consumer);
        double copies = FusionGraph.isFusion(consumer) ? emitted(producer, consumer, second) : 1;
        double splits = copies * first.blockSplits() + second.blockSplits();
        var splitsCompared = new Quantity(GpuFusionOptions.SPLITS_COMPARED, splits, options.blockSplits(), "");
        if (splits > options.blockSplits()) {
            return forbid(
                    EXCEEDS_BUDGET,
                    "the code would start %.0f new blocks, more than %d, and each may double it"
                            .formatted(splits, options.blockSplits()),
                    "ProducerConsumerMergedTooLarge, kMaxBasicBlockSplitsPerFusion",
                    splitsCompared);
        }
        double size = (first.codeSize() * copies + second.codeSize()) * Math.pow(2, splits);
        var sizeCompared = new Quantity(GpuFusionOptions.CODE_COMPARED, size, options.codeSize(), "");
        return size > options.codeSize()
                ? forbid(
                        EXCEEDS_BUDGET,
                        "the kernel would be emitted as %.0f instructions, more than %d%s"
                                .formatted(
                                        size, options.codeSize(), copies > 1 ? ", some of them again and again" : ""),
                        "ProducerConsumerMergedTooLarge, kMaxIRSize",
                        splitsCompared,
                        sizeCompared)
                : allow("the code stays small", splitsCompared, sizeCompared);
    }

    private static double emitted(HloInstruction producer, HloInstruction consumer, KernelWork work) {
        return IntStream.range(0, consumer.operandCount())
                .filter(i -> consumer.operandId(i) == producer.id())
                .mapToDouble(i -> work.reads().get(i).emitted())
                .findFirst()
                .orElse(1);
    }
}
