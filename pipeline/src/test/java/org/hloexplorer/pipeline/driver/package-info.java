@NullMarked
package org.hloexplorer.pipeline.driver;

import org.jspecify.annotations.NullMarked;
