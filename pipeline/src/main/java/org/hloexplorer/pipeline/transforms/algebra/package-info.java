/** The rules of the algebraic simplifier, one constant each, by family. */
@NullMarked
package org.hloexplorer.pipeline.transforms.algebra;

import org.jspecify.annotations.NullMarked;
