@NullMarked
package org.hloexplorer.pipeline.backend.tpu;

import org.jspecify.annotations.NullMarked;
