/** Differences of two modules as text. */
@NullMarked
package org.hloexplorer.visualizers.diff;

import org.jspecify.annotations.NullMarked;
