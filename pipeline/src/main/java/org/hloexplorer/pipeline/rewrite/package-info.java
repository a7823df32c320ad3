/** How passes find what they look for, and edit computations without changing the ones they were given. */
@NullMarked
package org.hloexplorer.pipeline.rewrite;

import org.jspecify.annotations.NullMarked;
