@NullMarked
package org.hloexplorer.hlo.diff;

import org.jspecify.annotations.NullMarked;
