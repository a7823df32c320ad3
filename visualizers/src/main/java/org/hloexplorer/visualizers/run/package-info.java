/** Inputs, outputs and times of a run, compared with the reference. */
@NullMarked
package org.hloexplorer.visualizers.run;

import org.jspecify.annotations.NullMarked;
