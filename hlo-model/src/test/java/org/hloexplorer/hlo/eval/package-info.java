@NullMarked
package org.hloexplorer.hlo.eval;

import org.jspecify.annotations.NullMarked;
