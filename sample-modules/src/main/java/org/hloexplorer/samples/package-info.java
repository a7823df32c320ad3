/** Real programs to start from. */
@NullMarked
package org.hloexplorer.samples;

import org.jspecify.annotations.NullMarked;
