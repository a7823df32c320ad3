/** Tests of fusion. */
@NullMarked
package org.hloexplorer.pipeline.fusion;

import org.jspecify.annotations.NullMarked;
