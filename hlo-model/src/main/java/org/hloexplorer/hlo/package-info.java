/** The model of HLO: modules, computations, instructions, shapes, literals. */
@NullMarked
package org.hloexplorer.hlo;

import org.jspecify.annotations.NullMarked;
