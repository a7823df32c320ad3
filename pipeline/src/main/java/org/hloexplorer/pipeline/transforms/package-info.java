/** Passes that simplify, expand and lay out programs. */
@NullMarked
package org.hloexplorer.pipeline.transforms;

import org.jspecify.annotations.NullMarked;
