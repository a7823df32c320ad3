/** The kernels of a compiled program and their code. */
@NullMarked
package org.hloexplorer.visualizers.kernels;

import org.jspecify.annotations.NullMarked;
