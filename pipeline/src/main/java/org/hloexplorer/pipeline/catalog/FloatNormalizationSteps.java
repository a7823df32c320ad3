package org.hloexplorer.pipeline.catalog;

import org.hloexplorer.pipeline.HloPassPipeline;
import org.hloexplorer.pipeline.PassStep;
import org.hloexplorer.pipeline.PipelineStep;
import org.hloexplorer.pipeline.transforms.expanders.FloatNormalization;

/** The passes that widen narrow floats, one after the other. */
final class FloatNormalizationSteps {
    private FloatNormalizationSteps() {}

    static final HloPassPipeline GROUP = HloPassPipeline.group(
            "float_normalization",
            FloatNormalization.PASSES.stream()
                    .map(pass -> PassStep.pass(pass.name()))
                    .toArray(PipelineStep[]::new));
}
