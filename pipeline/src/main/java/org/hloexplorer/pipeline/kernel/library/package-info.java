/**
 * Which dots and convolutions a library computes, with what follows them, and how it is asked.
 */
@NullMarked
package org.hloexplorer.pipeline.kernel.library;

import org.jspecify.annotations.NullMarked;
