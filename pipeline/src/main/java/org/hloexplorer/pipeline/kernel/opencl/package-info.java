/** The loop IR as OpenCL C 1.2. */
@NullMarked
package org.hloexplorer.pipeline.kernel.opencl;

import org.jspecify.annotations.NullMarked;
