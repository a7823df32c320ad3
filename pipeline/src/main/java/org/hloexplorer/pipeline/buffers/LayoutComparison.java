package org.hloexplorer.pipeline.buffers;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.PassRunListener;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PassStep;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.transforms.layout.ConvolutionOrder;
import org.hloexplorer.pipeline.transforms.layout.LayoutOptions;

/** The same program with its images in each order of memory, and what each choice costs. */
public record LayoutComparison(List<Choice> choices) {
    private static final String PASS = "layout-assignment";

    /** An order, and what it costs just after layouts are assigned. */
    public record Choice(ConvolutionOrder order, LayoutCost cost) {}

    public LayoutComparison {
        choices = List.copyOf(choices);
    }

    /**
     * Runs the pipeline up to its layout assignment, once for each order.
     *
     * @throws IllegalArgumentException where the pipeline assigns no layouts, in a sentence
     */
    public static LayoutComparison of(
            HloModule module, PipelineSettings settings, PassRunner runner, Cancellation cancellation) {
        if (settings.pipeline().passes().stream().map(PassStep::name).noneMatch(PASS::equals)) {
            throw new IllegalArgumentException(
                    "The pipeline %s has no %s, so that there is no choice of layouts in it; teaching, cpu, gpu and tpu have one."
                            .formatted(settings.pipeline().name(), PASS));
        }
        var choices = new ArrayList<Choice>();
        for (var order : ConvolutionOrder.choices()) {
            var chosen = settings.withOption(LayoutOptions.CONVOLUTION.name(), order.toString())
                    .withStopAfter(PASS);
            var run = runner.run(module, chosen, cancellation, PassRunListener.NONE);
            choices.add(new Choice(order, LayoutCost.of(run.output())));
        }
        return new LayoutComparison(choices);
    }
}
