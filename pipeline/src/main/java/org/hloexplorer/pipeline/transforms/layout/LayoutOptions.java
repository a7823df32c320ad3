package org.hloexplorer.pipeline.transforms.layout;

import org.hloexplorer.pipeline.Option;

/** The knobs of layout assignment. */
public final class LayoutOptions {
    private LayoutOptions() {}

    public static final Option<LayoutTarget> TARGET = new Option<>(
            "layout.target",
            LayoutTarget.CPU,
            LayoutTarget::parse,
            "cpu, gpu or tpu: whose products and convolutions are to be pleased; pipelines set their own");

    public static final Option<ConvolutionOrder> CONVOLUTION = new Option<>(
            "layout.convolution",
            ConvolutionOrder.AUTO,
            ConvolutionOrder::parse,
            "nchw or nhwc for the order in which convolutions have their images in memory, written for the order of their "
                    + "dimensions, auto for what the target likes");
}
