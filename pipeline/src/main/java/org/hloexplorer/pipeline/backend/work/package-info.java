/** What the kernels of a program did: counted, and simulated. */
@NullMarked
package org.hloexplorer.pipeline.backend.work;

import org.jspecify.annotations.NullMarked;
