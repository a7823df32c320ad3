/** Running executable plans in a worker, for the backends whose kernels run there. */
@NullMarked
package org.hloexplorer.pipeline.backend.planned;

import org.jspecify.annotations.NullMarked;
