/** What shape each operation has, and what is wrong with a module. */
@NullMarked
package org.hloexplorer.hlo.verify;

import org.jspecify.annotations.NullMarked;
