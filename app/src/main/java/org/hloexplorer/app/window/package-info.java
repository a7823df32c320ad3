/** The window: what is where, and what a key or a button does. */
@NullMarked
package org.hloexplorer.app.window;

import org.jspecify.annotations.NullMarked;
