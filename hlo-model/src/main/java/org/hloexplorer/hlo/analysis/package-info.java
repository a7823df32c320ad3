/** What can be said of a module without running it: costs, reachability, liveness. */
@NullMarked
package org.hloexplorer.hlo.analysis;

import org.jspecify.annotations.NullMarked;
