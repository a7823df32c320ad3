/** What is done to reductions once layouts are fixed, so that they run as few nested loops over memory in order. */
@NullMarked
package org.hloexplorer.pipeline.transforms.reductions;

import org.jspecify.annotations.NullMarked;
