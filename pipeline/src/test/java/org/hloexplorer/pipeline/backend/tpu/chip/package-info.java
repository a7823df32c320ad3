@NullMarked
package org.hloexplorer.pipeline.backend.tpu.chip;

import org.jspecify.annotations.NullMarked;
