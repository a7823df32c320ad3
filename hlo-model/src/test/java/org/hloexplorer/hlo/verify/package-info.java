@NullMarked
package org.hloexplorer.hlo.verify;

import org.jspecify.annotations.NullMarked;
