/** What all views share. */
@NullMarked
package org.hloexplorer.visualizers;

import org.jspecify.annotations.NullMarked;
