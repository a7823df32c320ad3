/** The roofline model: ceilings, kernels, verdicts. No JavaFX. */
@NullMarked
package org.hloexplorer.roofline;

import org.jspecify.annotations.NullMarked;
