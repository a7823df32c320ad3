/** Tests that are files: a module, the passes to run on it, and what must come of it. */
@NullMarked
package org.hloexplorer.pipeline.filecheck;

import org.jspecify.annotations.NullMarked;
