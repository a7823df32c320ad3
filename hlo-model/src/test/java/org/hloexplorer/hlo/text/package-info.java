@NullMarked
package org.hloexplorer.hlo.text;

import org.jspecify.annotations.NullMarked;
