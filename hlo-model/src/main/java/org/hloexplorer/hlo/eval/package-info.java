/** The reference evaluator: what a module computes, by definition. It shares no arithmetic with any device. */
@NullMarked
package org.hloexplorer.hlo.eval;

import org.jspecify.annotations.NullMarked;
