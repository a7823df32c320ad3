/** The TPU: a module's matrix products on a simulated array, everything else by the reference evaluator. */
@NullMarked
package org.hloexplorer.pipeline.backend.tpu;

import org.jspecify.annotations.NullMarked;
