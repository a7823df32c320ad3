/** What all devices have in common. */
@NullMarked
package org.hloexplorer.pipeline.backend;

import org.jspecify.annotations.NullMarked;
