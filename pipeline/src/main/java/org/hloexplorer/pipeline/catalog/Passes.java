package org.hloexplorer.pipeline.catalog;

import java.util.List;
import java.util.stream.Stream;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.PassRegistry;
import org.hloexplorer.pipeline.buffers.CopyInsertion;
import org.hloexplorer.pipeline.buffers.HloMemoryScheduler;
import org.hloexplorer.pipeline.fusion.CpuInstructionFusion;
import org.hloexplorer.pipeline.fusion.FusionWrapper;
import org.hloexplorer.pipeline.fusion.LessonFusion;
import org.hloexplorer.pipeline.fusion.TpuFusion;
import org.hloexplorer.pipeline.fusion.gpu.FusionMerger;
import org.hloexplorer.pipeline.fusion.gpu.GpuInstructionFusion;
import org.hloexplorer.pipeline.fusion.gpu.MultiOutputFusion;
import org.hloexplorer.pipeline.fusion.gpu.PriorityFusion;
import org.hloexplorer.pipeline.transforms.CallInliner;
import org.hloexplorer.pipeline.transforms.HloConstantFolding;
import org.hloexplorer.pipeline.transforms.HloCse;
import org.hloexplorer.pipeline.transforms.HloDce;
import org.hloexplorer.pipeline.transforms.TupleSimplifier;
import org.hloexplorer.pipeline.transforms.algebra.AlgebraicRules;
import org.hloexplorer.pipeline.transforms.algebra.DotStrengthReduction;
import org.hloexplorer.pipeline.transforms.algebra.MissedRewrites;
import org.hloexplorer.pipeline.transforms.algebra.ReduceWindowRewriter;
import org.hloexplorer.pipeline.transforms.expanders.BatchNormExpander;
import org.hloexplorer.pipeline.transforms.expanders.BatchedGatherScatterNormalizer;
import org.hloexplorer.pipeline.transforms.expanders.CholeskyExpander;
import org.hloexplorer.pipeline.transforms.expanders.ComparisonExpander;
import org.hloexplorer.pipeline.transforms.expanders.ConvolutionCanonicalization;
import org.hloexplorer.pipeline.transforms.expanders.ConvolutionGroupConverter;
import org.hloexplorer.pipeline.transforms.expanders.FloatNormalization;
import org.hloexplorer.pipeline.transforms.expanders.GatherExpander;
import org.hloexplorer.pipeline.transforms.expanders.LogisticExpander;
import org.hloexplorer.pipeline.transforms.expanders.MapInliner;
import org.hloexplorer.pipeline.transforms.expanders.OperandUpcaster;
import org.hloexplorer.pipeline.transforms.expanders.OptimizationBarrierExpander;
import org.hloexplorer.pipeline.transforms.expanders.ResultCaster;
import org.hloexplorer.pipeline.transforms.expanders.RngBitGeneratorExpander;
import org.hloexplorer.pipeline.transforms.expanders.ScanExpander;
import org.hloexplorer.pipeline.transforms.expanders.ScatterExpander;
import org.hloexplorer.pipeline.transforms.expanders.ScatterSimplifier;
import org.hloexplorer.pipeline.transforms.expanders.SelectAndScatterExpander;
import org.hloexplorer.pipeline.transforms.expanders.StableSortExpander;
import org.hloexplorer.pipeline.transforms.expanders.TopkDecomposer;
import org.hloexplorer.pipeline.transforms.expanders.TriangularSolveExpander;
import org.hloexplorer.pipeline.transforms.layout.CpuParallelTaskAssigner;
import org.hloexplorer.pipeline.transforms.layout.LayoutAssignment;
import org.hloexplorer.pipeline.transforms.layout.LayoutNormalization;
import org.hloexplorer.pipeline.transforms.layout.MoveCopyToUsers;
import org.hloexplorer.pipeline.transforms.layout.OptimizeInputOutputBufferAlias;
import org.hloexplorer.pipeline.transforms.layout.TpuTilingRewriter;
import org.hloexplorer.pipeline.transforms.loops.LoopScheduleLinearizer;
import org.hloexplorer.pipeline.transforms.loops.WhileLoopConstantSinking;
import org.hloexplorer.pipeline.transforms.loops.WhileLoopInvariantCodeMotion;
import org.hloexplorer.pipeline.transforms.loops.WhileLoopSimplifier;
import org.hloexplorer.pipeline.transforms.loops.WhileLoopTripCountAnnotator;
import org.hloexplorer.pipeline.transforms.loops.WhileLoopUnroller;
import org.hloexplorer.pipeline.transforms.reductions.ReductionDegenerateDimRemover;
import org.hloexplorer.pipeline.transforms.reductions.ReductionDimensionGrouper;
import org.hloexplorer.pipeline.transforms.reductions.ReductionLayoutNormalizer;
import org.hloexplorer.pipeline.transforms.reductions.ReductionSplitter;
import org.hloexplorer.pipeline.transforms.simplifiers.AllReducePromotion;
import org.hloexplorer.pipeline.transforms.simplifiers.AllReduceSimplifier;
import org.hloexplorer.pipeline.transforms.simplifiers.BatchDotSimplification;
import org.hloexplorer.pipeline.transforms.simplifiers.BroadcastCanonicalizer;
import org.hloexplorer.pipeline.transforms.simplifiers.ComputationDeduplicator;
import org.hloexplorer.pipeline.transforms.simplifiers.ConditionalSimplifier;
import org.hloexplorer.pipeline.transforms.simplifiers.ConvertMover;
import org.hloexplorer.pipeline.transforms.simplifiers.DotDecomposer;
import org.hloexplorer.pipeline.transforms.simplifiers.DotDimensionSorter;
import org.hloexplorer.pipeline.transforms.simplifiers.DotMerger;
import org.hloexplorer.pipeline.transforms.simplifiers.FlattenCallGraph;
import org.hloexplorer.pipeline.transforms.simplifiers.GatherSimplifier;
import org.hloexplorer.pipeline.transforms.simplifiers.ReduceDecomposer;
import org.hloexplorer.pipeline.transforms.simplifiers.ReshapeDecomposer;
import org.hloexplorer.pipeline.transforms.simplifiers.ReshapeMover;
import org.hloexplorer.pipeline.transforms.simplifiers.ShardingRemover;
import org.hloexplorer.pipeline.transforms.simplifiers.SimplifyFpConversions;
import org.hloexplorer.pipeline.transforms.simplifiers.SliceSinker;
import org.hloexplorer.pipeline.transforms.simplifiers.SortSimplifier;
import org.hloexplorer.pipeline.transforms.simplifiers.TransposeFolding;
import org.hloexplorer.pipeline.transforms.simplifiers.TreeReductionRewriter;
import org.hloexplorer.pipeline.transforms.simplifiers.VariadicOpSplitter;
import org.hloexplorer.pipeline.transforms.simplifiers.ZeroSizedHloElimination;

/** Every pass there is: a new one is added here, and nowhere else. */
public final class Passes {
    private Passes() {}

    private static final List<HloPass> SINGLE = List.of(
            new FlattenCallGraph(),
            new CallInliner(),
            ZeroSizedHloElimination.PASS,
            DotDecomposer.PASS,
            MapInliner.PASS,
            ComparisonExpander.PASS,
            BatchDotSimplification.PASS,
            BatchNormExpander.PASS,
            LogisticExpander.PASS,
            AlgebraicRules.PASS,
            MissedRewrites.PASS,
            new SortSimplifier(),
            new HloDce(),
            GatherSimplifier.PASS,
            TreeReductionRewriter.PASS,
            new WhileLoopInvariantCodeMotion(),
            TupleSimplifier.PASS,
            new WhileLoopConstantSinking(),
            new WhileLoopSimplifier(),
            new ReshapeMover(),
            new HloConstantFolding(),
            new ConditionalSimplifier(),
            TransposeFolding.PASS,
            new HloCse(),
            new WhileLoopTripCountAnnotator(),
            new LayoutAssignment(),
            ReshapeDecomposer.PASS,
            ReduceDecomposer.PASS,
            BroadcastCanonicalizer.PASS,
            SimplifyFpConversions.PASS,
            AllReduceSimplifier.PASS,
            new ComputationDeduplicator(),
            CpuInstructionFusion.PASS,
            TpuFusion.PASS,
            LessonFusion.GREEDY,
            LessonFusion.BY_RESOURCES,
            new PriorityFusion(),
            GpuInstructionFusion.PASS,
            new FusionMerger(),
            new MultiOutputFusion(),
            OptimizationBarrierExpander.PASS,
            BatchedGatherScatterNormalizer.PASS,
            ResultCaster.PASS,
            OperandUpcaster.PASS,
            RngBitGeneratorExpander.PASS,
            CholeskyExpander.PASS,
            TriangularSolveExpander.PASS,
            ConvolutionGroupConverter.PASS,
            ScanExpander.PASS,
            ConvolutionCanonicalization.PASS,
            GatherExpander.PASS,
            SelectAndScatterExpander.PASS,
            ScatterExpander.PASS,
            ScatterSimplifier.PASS,
            StableSortExpander.PASS,
            DotStrengthReduction.PASS,
            ReduceWindowRewriter.PASS,
            ConvertMover.PASS,
            new SliceSinker(),
            new DotMerger(),
            new WhileLoopUnroller(),
            new LoopScheduleLinearizer(),
            ReductionDegenerateDimRemover.PASS,
            ReductionLayoutNormalizer.PASS,
            ReductionDimensionGrouper.PASS,
            ReductionSplitter.PASS,
            MoveCopyToUsers.PASS,
            LayoutNormalization.PASS,
            new FusionWrapper(),
            new CpuParallelTaskAssigner(),
            new OptimizeInputOutputBufferAlias(),
            new TpuTilingRewriter(),
            ShardingRemover.PASS,
            AllReducePromotion.PASS,
            VariadicOpSplitter.PASS,
            DotDimensionSorter.PASS,
            TopkDecomposer.PASS,
            new CopyInsertion(),
            new HloMemoryScheduler());

    private static final List<HloPass> ALL =
            Stream.concat(SINGLE.stream(), FloatNormalization.PASSES.stream()).toList();

    public static final PassRegistry REGISTRY = new PassRegistry(ALL, Constraints.ALL);
}
