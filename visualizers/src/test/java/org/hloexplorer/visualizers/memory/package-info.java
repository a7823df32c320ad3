/** Tests of the memory view. */
@NullMarked
package org.hloexplorer.visualizers.memory;

import org.jspecify.annotations.NullMarked;
