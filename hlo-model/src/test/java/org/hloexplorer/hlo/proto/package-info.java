@NullMarked
package org.hloexplorer.hlo.proto;

import org.jspecify.annotations.NullMarked;
