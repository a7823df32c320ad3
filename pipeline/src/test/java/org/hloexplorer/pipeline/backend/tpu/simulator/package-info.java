@NullMarked
package org.hloexplorer.pipeline.backend.tpu.simulator;

import org.jspecify.annotations.NullMarked;
