@NullMarked
package org.hloexplorer.hlo.stablehlo;

import org.jspecify.annotations.NullMarked;
