package org.hloexplorer.pipeline.catalog;

import java.util.List;
import java.util.stream.Stream;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.OrderConstraint;
import org.hloexplorer.pipeline.PassRegistry;
import org.hloexplorer.pipeline.fusion.CpuInstructionFusion;
import org.hloexplorer.pipeline.transforms.CallInliner;
import org.hloexplorer.pipeline.transforms.HloConstantFolding;
import org.hloexplorer.pipeline.transforms.HloCse;
import org.hloexplorer.pipeline.transforms.HloDce;
import org.hloexplorer.pipeline.transforms.TupleSimplifier;
import org.hloexplorer.pipeline.transforms.algebra.AlgebraicRules;
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
import org.hloexplorer.pipeline.transforms.expanders.TriangularSolveExpander;
import org.hloexplorer.pipeline.transforms.layout.LayoutAssignment;
import org.hloexplorer.pipeline.transforms.loops.WhileLoopConstantSinking;
import org.hloexplorer.pipeline.transforms.loops.WhileLoopInvariantCodeMotion;
import org.hloexplorer.pipeline.transforms.loops.WhileLoopSimplifier;
import org.hloexplorer.pipeline.transforms.loops.WhileLoopTripCountAnnotator;
import org.hloexplorer.pipeline.transforms.simplifiers.AllReduceSimplifier;
import org.hloexplorer.pipeline.transforms.simplifiers.BatchDotSimplification;
import org.hloexplorer.pipeline.transforms.simplifiers.BroadcastCanonicalizer;
import org.hloexplorer.pipeline.transforms.simplifiers.ComputationDeduplicator;
import org.hloexplorer.pipeline.transforms.simplifiers.ConditionalSimplifier;
import org.hloexplorer.pipeline.transforms.simplifiers.DotDecomposer;
import org.hloexplorer.pipeline.transforms.simplifiers.FlattenCallGraph;
import org.hloexplorer.pipeline.transforms.simplifiers.GatherSimplifier;
import org.hloexplorer.pipeline.transforms.simplifiers.ReduceDecomposer;
import org.hloexplorer.pipeline.transforms.simplifiers.ReshapeDecomposer;
import org.hloexplorer.pipeline.transforms.simplifiers.ReshapeMover;
import org.hloexplorer.pipeline.transforms.simplifiers.SimplifyFpConversions;
import org.hloexplorer.pipeline.transforms.simplifiers.SortSimplifier;
import org.hloexplorer.pipeline.transforms.simplifiers.TransposeFolding;
import org.hloexplorer.pipeline.transforms.simplifiers.TreeReductionRewriter;
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
            new CpuInstructionFusion(),
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
            StableSortExpander.PASS);

    private static final List<HloPass> ALL =
            Stream.concat(SINGLE.stream(), FloatNormalization.PASSES.stream()).toList();

    private static final List<OrderConstraint> CONSTRAINTS = List.of(
            new OrderConstraint(
                    "call-inliner",
                    "fusion",
                    "instructions on the two sides of a call are never fused with each other"),
            new OrderConstraint(
                    "layout-assignment",
                    "fusion",
                    "a copy between two instructions would have to go into the middle of a kernel"),
            new OrderConstraint(
                    "layout-assignment", "reshape-decomposer", "whether a reshape moves data depends on the layouts"),
            new OrderConstraint(
                    "layout-assignment",
                    "reduce-decomposer",
                    "whether a reduction changes the order of dimensions depends on the layouts"),
            new OrderConstraint(
                    "batchnorm_expander", "fusion", "batch normalization by itself does not run as a loop"));

    public static final PassRegistry REGISTRY = new PassRegistry(ALL, CONSTRAINTS);
}
