/** Tests of patterns and editors. */
@NullMarked
package org.hloexplorer.pipeline.rewrite;

import org.jspecify.annotations.NullMarked;
