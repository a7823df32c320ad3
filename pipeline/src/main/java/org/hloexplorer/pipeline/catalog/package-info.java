/** Which passes there are, and the pipelines made of them. */
@NullMarked
package org.hloexplorer.pipeline.catalog;

import org.jspecify.annotations.NullMarked;
