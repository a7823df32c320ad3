/** Buffers over the schedule: what lies where and when, how much at the peak, and who made copies. */
@NullMarked
package org.hloexplorer.visualizers.memory;

import org.jspecify.annotations.NullMarked;
