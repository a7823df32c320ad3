/** Holds the arrows between modules and packages. */
@NullMarked
package org.hloexplorer.architecture;

import org.jspecify.annotations.NullMarked;
