/** Computations as pictures: the visual graph, its layout, and the canvas that draws it. */
@NullMarked
package org.hloexplorer.visualizers.graph;

import org.jspecify.annotations.NullMarked;
