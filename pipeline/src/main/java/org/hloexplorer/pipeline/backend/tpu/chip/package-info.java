/** The chip around the array: its units, what they work through, and the instructions that tell them to. */
@NullMarked
package org.hloexplorer.pipeline.backend.tpu.chip;

import org.jspecify.annotations.NullMarked;
