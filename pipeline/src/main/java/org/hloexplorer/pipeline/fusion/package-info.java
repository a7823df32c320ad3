/** Which instructions run as one kernel, and why or why not. */
@NullMarked
package org.hloexplorer.pipeline.fusion;

import org.jspecify.annotations.NullMarked;
