/** Graphics processors: what is found on this machine. */
@NullMarked
package org.hloexplorer.pipeline.backend.gpu;

import org.jspecify.annotations.NullMarked;
