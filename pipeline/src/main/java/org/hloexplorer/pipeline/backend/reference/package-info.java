/** The reference evaluator as a device. */
@NullMarked
package org.hloexplorer.pipeline.backend.reference;

import org.jspecify.annotations.NullMarked;
