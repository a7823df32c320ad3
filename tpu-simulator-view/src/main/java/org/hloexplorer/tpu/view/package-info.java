/** Draws a simulation of the weight-stationary array. */
@NullMarked
package org.hloexplorer.tpu.view;

import org.jspecify.annotations.NullMarked;
