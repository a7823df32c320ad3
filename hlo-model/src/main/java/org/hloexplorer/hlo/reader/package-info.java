/** The door that programs of all formats come in by. */
@NullMarked
package org.hloexplorer.hlo.reader;

import org.jspecify.annotations.NullMarked;
