/** Fusion by the rules of XLA's GPU compiler: by a cost model today, edge by edge until 2024. */
@NullMarked
package org.hloexplorer.pipeline.fusion.gpu;

import org.jspecify.annotations.NullMarked;
