/** The window and what is wired into it. */
@NullMarked
package org.hloexplorer.app;

import org.jspecify.annotations.NullMarked;
