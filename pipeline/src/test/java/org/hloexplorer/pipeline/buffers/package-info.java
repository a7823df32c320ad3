/** Tests of schedules, buffers and copies. */
@NullMarked
package org.hloexplorer.pipeline.buffers;

import org.jspecify.annotations.NullMarked;
