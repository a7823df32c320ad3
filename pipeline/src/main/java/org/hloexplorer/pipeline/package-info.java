/** Passes over HLO, how they are run, and what they report. */
@NullMarked
package org.hloexplorer.pipeline;

import org.jspecify.annotations.NullMarked;
