/** Sweeps over a folder of real programs, beside what XLA made of them. Slow: they run with {@code -Pcorpus} only. */
@NullMarked
package org.hloexplorer.pipeline.corpus;

import org.jspecify.annotations.NullMarked;
