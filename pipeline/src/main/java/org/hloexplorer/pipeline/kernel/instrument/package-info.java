/** Builds of kernels that count what they do, and list the memory that they touch. */
@NullMarked
package org.hloexplorer.pipeline.kernel.instrument;

import org.jspecify.annotations.NullMarked;
