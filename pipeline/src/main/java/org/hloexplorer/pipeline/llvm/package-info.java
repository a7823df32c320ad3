/** LLVM behind a small interface: textual IR in; optimised IR, assembly, objects and callable addresses out. */
@NullMarked
package org.hloexplorer.pipeline.llvm;

import org.jspecify.annotations.NullMarked;
