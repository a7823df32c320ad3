/** In which order instructions run, where their values lie in memory, and which of them must be copied. */
@NullMarked
package org.hloexplorer.pipeline.buffers;

import org.jspecify.annotations.NullMarked;
