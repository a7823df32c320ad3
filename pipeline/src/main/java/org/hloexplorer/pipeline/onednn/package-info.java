/**
 * oneDNN behind a small interface: primitives as values, created and run where native code runs.
 */
@NullMarked
package org.hloexplorer.pipeline.onednn;

import org.jspecify.annotations.NullMarked;
