@NullMarked
package org.hloexplorer.tpu.view;

import org.jspecify.annotations.NullMarked;
