@NullMarked
package org.hloexplorer.hlo.corpus;

import org.jspecify.annotations.NullMarked;
