/** The roofline chart, the table beside it, and their exports. */
@NullMarked
package org.hloexplorer.roofline.view;

import org.jspecify.annotations.NullMarked;
