/** Tests of passes and their runner. */
@NullMarked
package org.hloexplorer.pipeline;

import org.jspecify.annotations.NullMarked;
