/** The verbs of the command line. */
@NullMarked
package org.hloexplorer.app.cli;

import org.jspecify.annotations.NullMarked;
