@NullMarked
package org.hloexplorer.hlo;

import org.jspecify.annotations.NullMarked;
