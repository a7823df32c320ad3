/** Passes that make programs smaller or more regular. */
@NullMarked
package org.hloexplorer.pipeline.transforms.simplifiers;

import org.jspecify.annotations.NullMarked;
