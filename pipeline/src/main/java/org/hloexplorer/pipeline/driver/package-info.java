/** The drivers of graphics processors, called through small bindings of our own. For worker processes only. */
@NullMarked
package org.hloexplorer.pipeline.driver;

import org.jspecify.annotations.NullMarked;
