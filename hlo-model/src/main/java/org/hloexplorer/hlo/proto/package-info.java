/** HLO as protocol buffers: modules, and snapshots with their inputs, read and written as XLA does. */
@NullMarked
package org.hloexplorer.hlo.proto;

import org.jspecify.annotations.NullMarked;
