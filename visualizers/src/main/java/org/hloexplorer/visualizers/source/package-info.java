/** The editor of HLO text and its problems. */
@NullMarked
package org.hloexplorer.visualizers.source;

import org.jspecify.annotations.NullMarked;
