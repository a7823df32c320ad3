/** Prints kernels as LLVM IR, for every device that LLVM generates code for. */
@NullMarked
package org.hloexplorer.pipeline.kernel.llvm;

import org.jspecify.annotations.NullMarked;
