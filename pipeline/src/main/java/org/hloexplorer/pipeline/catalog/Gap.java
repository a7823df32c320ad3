package org.hloexplorer.pipeline.catalog;

import java.util.List;
import java.util.stream.Stream;

/**
 * A pass that XLA runs and our pipeline of that name does not, and why; shown beside the pipeline.
 *
 * @param pass the name XLA prints
 */
public record Gap(String pipeline, String pass, String reason) {

    private static final String NO_LIBRARY = "it calls a library of the vendor, which this program does not";
    private static final String NO_PARTITIONS =
            "programs are taken as they are for one device; sharding is kept and shown, not carried out";
    private static final String LATER =
            "it hides latencies or trades memory for time on a device, which is not modelled here";

    /** Every gap of the pipelines for a device. */
    public static final List<Gap> ALL = Stream.of(
                    gaps("cpu", NO_PARTITIONS, "sharding-propagation", "spmd-partitioning", "control-dep-rewriter"),
                    gaps("cpu", NO_LIBRARY, "dot-library-rewriter", "onednn-contraction-rewriter", "gemv-rewriter"),
                    gaps(
                            "cpu",
                            "matrices are factorized by the loops of cholesky_expander only",
                            "qr_expander",
                            "eigh_expander"),
                    gaps(
                            "cpu",
                            "dimensions of unknown size stay bounded",
                            "dynamic_padder",
                            "dynamic-dimension-simplifier"),
                    gaps("cpu", "it moves small loops into functions for its own runtime", "small-while-loop-hoisting"),
                    gaps(
                            "cpu",
                            "the machine code runs single instructions and fusions alike",
                            "fusion-wrapper",
                            "cpu_multi_output_fusion"),
                    gaps("gpu", "it times kernels on the device, which need not be here", "autotuner"),
                    gaps(
                            "gpu",
                            "it splits rows of many thousand elements, which blocks here reduce in one go",
                            "tree-reduction-rewriter"),
                    gaps(
                            "gpu",
                            NO_LIBRARY,
                            "sort-rewriter",
                            "conv-rewriter",
                            "cublas-gemm-rewriter",
                            "triangular-solve-rewriter",
                            "triton-gemm-rewriter",
                            "triton-softmax-rewriter",
                            "norm-rewriter"),
                    gaps(
                            "gpu",
                            NO_PARTITIONS,
                            "sharding-propagation",
                            "spmd-partitioning",
                            "all-gather-optimizer",
                            "reduce-scatter-creator",
                            "collective-pipeliner-forward"),
                    gaps("gpu", LATER, "latency-hiding-scheduler", "rematerialization"),
                    gaps(
                            "gpu-2024",
                            "it puts independent small kernels side by side into one launch",
                            "gpu_horizontal_loop_fusion",
                            "gpu_horizontal_input_fusion"),
                    gaps(
                            "tpu",
                            "XLA's compiler for TPUs is not public; its dumps show that this runs, not how it decides",
                            "convolution-folding",
                            "bfloat16-propagation",
                            "memory-space-assignment"))
            .flatMap(List::stream)
            .toList();

    private static List<Gap> gaps(String pipeline, String reason, String... passes) {
        return Stream.of(passes).map(pass -> new Gap(pipeline, pass, reason)).toList();
    }
}
