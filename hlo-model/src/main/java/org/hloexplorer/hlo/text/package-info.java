/** HLO text, read and written: lexer, parser, printer, and what is said about a text that is wrong. */
@NullMarked
package org.hloexplorer.hlo.text;

import org.jspecify.annotations.NullMarked;
