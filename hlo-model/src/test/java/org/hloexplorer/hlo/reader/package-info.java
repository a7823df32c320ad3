@NullMarked
package org.hloexplorer.hlo.reader;

import org.jspecify.annotations.NullMarked;
