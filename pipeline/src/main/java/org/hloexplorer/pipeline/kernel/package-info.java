/**
 * From HLO to loops: the executable plan (kernels, and calls of the reference for what has none), the loop IR of a
 * kernel, and the lowering to them.
 *
 * <p>The loop IR is independent of the device; printers turn it into LLVM IR or another language.
 */
@NullMarked
package org.hloexplorer.pipeline.kernel;

import org.jspecify.annotations.NullMarked;
