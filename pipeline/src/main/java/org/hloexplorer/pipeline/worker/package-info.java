/**
 * Native code compiles and runs in child JVMs, so that an abort of the compiler, a wild store or an endless loop ends a
 * child and not the window.
 *
 * <p>{@link org.hloexplorer.pipeline.worker.Worker} is the parent's side, {@link
 * org.hloexplorer.pipeline.worker.WorkerMain} the child's. Between them go length-prefixed JSON frames and mapped files.
 */
@NullMarked
package org.hloexplorer.pipeline.worker;

import org.jspecify.annotations.NullMarked;
