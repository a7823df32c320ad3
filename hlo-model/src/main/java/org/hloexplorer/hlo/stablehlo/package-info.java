/** StableHLO text, in its pretty and its generic form, read and converted to HLO. */
@NullMarked
package org.hloexplorer.hlo.stablehlo;

import org.jspecify.annotations.NullMarked;
