/** Tries the script that starts the program. */
@NullMarked
package org.hloexplorer.launcher;

import org.jspecify.annotations.NullMarked;
