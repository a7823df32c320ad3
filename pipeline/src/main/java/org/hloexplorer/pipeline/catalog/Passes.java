package org.hloexplorer.pipeline.catalog;

import java.util.List;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.OrderConstraint;
import org.hloexplorer.pipeline.PassRegistry;
import org.hloexplorer.pipeline.fusion.CpuInstructionFusion;
import org.hloexplorer.pipeline.transforms.AlgebraicSimplifier;
import org.hloexplorer.pipeline.transforms.CallInliner;
import org.hloexplorer.pipeline.transforms.HloConstantFolding;
import org.hloexplorer.pipeline.transforms.HloCse;
import org.hloexplorer.pipeline.transforms.HloDce;
import org.hloexplorer.pipeline.transforms.TupleSimplifier;
import org.hloexplorer.pipeline.transforms.algebra.AlgebraicRules;
import org.hloexplorer.pipeline.transforms.layout.LayoutAssignment;

/** Every pass there is: a new one is added here, and nowhere else. */
public final class Passes {
    private Passes() {}

    private static final List<HloPass> ALL = List.of(
            new CallInliner(),
            new TupleSimplifier(),
            new AlgebraicSimplifier(AlgebraicRules.ALL),
            new HloConstantFolding(),
            new HloCse(),
            new HloDce(),
            new LayoutAssignment(),
            new CpuInstructionFusion());

    private static final List<OrderConstraint> CONSTRAINTS = List.of(
            new OrderConstraint(
                    "call-inliner",
                    "fusion",
                    "instructions on the two sides of a call are never fused with each other"),
            new OrderConstraint(
                    "layout-assignment",
                    "fusion",
                    "a copy between two instructions would have to go into the middle of a kernel"));

    public static final PassRegistry REGISTRY = new PassRegistry(ALL, CONSTRAINTS);
}
