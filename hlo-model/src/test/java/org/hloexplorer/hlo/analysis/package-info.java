@NullMarked
package org.hloexplorer.hlo.analysis;

import org.jspecify.annotations.NullMarked;
