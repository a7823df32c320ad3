/** Pass runs in order, and the rewrites of one of them. */
@NullMarked
package org.hloexplorer.visualizers.timeline;

import org.jspecify.annotations.NullMarked;
