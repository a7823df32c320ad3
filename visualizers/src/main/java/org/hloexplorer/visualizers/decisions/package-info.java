/** All events of a timeline in one table. */
@NullMarked
package org.hloexplorer.visualizers.decisions;

import org.jspecify.annotations.NullMarked;
