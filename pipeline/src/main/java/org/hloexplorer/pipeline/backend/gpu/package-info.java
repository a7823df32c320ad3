/** Graphics processors: OpenCL C on devices of any vendor. */
@NullMarked
package org.hloexplorer.pipeline.backend.gpu;

import org.jspecify.annotations.NullMarked;
