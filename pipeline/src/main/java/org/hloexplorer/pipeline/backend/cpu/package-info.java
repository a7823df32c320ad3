/** Runs programs on this machine's processor: loops, LLVM, machine code, in a child JVM. */
@NullMarked
package org.hloexplorer.pipeline.backend.cpu;

import org.jspecify.annotations.NullMarked;
