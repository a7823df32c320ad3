package org.hloexplorer.pipeline.catalog;

import java.util.List;
import org.hloexplorer.pipeline.OrderConstraint;

/** What must come before what, wherever a pipeline holds both. */
final class Constraints {
    private Constraints() {}

    static final List<OrderConstraint> ALL = List.of(
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
                    "layout-assignment", "layout_normalization", "before it all layouts are row-major anyhow"),
            new OrderConstraint(
                    "layout-assignment", "move_copy_to_users", "copies between layouts are what it inserts"),
            new OrderConstraint(
                    "layout-assignment",
                    "tpu-tiling-rewriter",
                    "tiles are cut along the dimensions that layouts make the innermost"),
            new OrderConstraint(
                    "reduction-layout-normalizer",
                    "reduction-dimension-grouper",
                    "only dimensions that lie next to each other in memory make one"),
            new OrderConstraint(
                    "batched_gather_scatter_normalizer",
                    "gather_expander",
                    "gathers with batch dimensions are left alone by it"),
            new OrderConstraint(
                    "batched_gather_scatter_normalizer",
                    "scatter_expander",
                    "scatters with batch dimensions are left alone by it"),
            new OrderConstraint(
                    "copy-insertion",
                    "hlo-memory-scheduler",
                    "a copy that is put in later has no place in the order that was chosen"),
            new OrderConstraint(
                    "tpu_fusion", "fusion", "what follows a product is taken by the product before loops take it"),
            new OrderConstraint("batchnorm_expander", "fusion", "batch normalization by itself does not run as a loop"),
            new OrderConstraint("fusion", "fusion-wrapper", "what is wrapped by itself is not fused with anything"),
            new OrderConstraint(
                    "fusion",
                    "cpu-parallel-task-assigner",
                    "what runs in parts is the kernel, and fusion decides which those are"));
}
