/** What is known about loops, and passes over them. */
@NullMarked
package org.hloexplorer.pipeline.transforms.loops;

import org.jspecify.annotations.NullMarked;
