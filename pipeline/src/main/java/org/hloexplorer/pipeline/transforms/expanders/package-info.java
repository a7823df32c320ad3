/** Operations written out in simpler ones. */
@NullMarked
package org.hloexplorer.pipeline.transforms.expanders;

import org.jspecify.annotations.NullMarked;
