/** The weight-stationary array: tile plans, timing by events, the state of every cell in every cycle. No JavaFX. */
@NullMarked
package org.hloexplorer.pipeline.backend.tpu.simulator;

import org.jspecify.annotations.NullMarked;
