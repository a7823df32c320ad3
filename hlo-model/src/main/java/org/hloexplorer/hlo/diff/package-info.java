/** What differs between two modules. */
@NullMarked
package org.hloexplorer.hlo.diff;

import org.jspecify.annotations.NullMarked;
