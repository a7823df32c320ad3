/** What is known about one instruction or edge, and why it is as it is. */
@NullMarked
package org.hloexplorer.visualizers.inspector;

import org.jspecify.annotations.NullMarked;
