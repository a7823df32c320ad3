/** Tests of dump folders. */
@NullMarked
package org.hloexplorer.pipeline.dump;

import org.jspecify.annotations.NullMarked;
