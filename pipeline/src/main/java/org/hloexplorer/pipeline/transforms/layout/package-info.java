/** How arrays lie in memory: who asks for which layout, and the copies where they disagree. */
@NullMarked
package org.hloexplorer.pipeline.transforms.layout;

import org.jspecify.annotations.NullMarked;
