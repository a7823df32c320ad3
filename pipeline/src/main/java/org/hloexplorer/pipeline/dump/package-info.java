/** Writing and reading the folders that XLA dumps modules into, pass by pass. */
@NullMarked
package org.hloexplorer.pipeline.dump;

import org.jspecify.annotations.NullMarked;
