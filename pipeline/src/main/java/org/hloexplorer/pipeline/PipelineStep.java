package org.hloexplorer.pipeline;

/** A pass, or a named group of steps, in a pipeline. */
public sealed interface PipelineStep permits PassStep, HloPassPipeline, HloPassFix {

    /** The name by which the step is switched off. */
    String name();
}
