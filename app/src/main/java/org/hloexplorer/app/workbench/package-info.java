/** What the window and the verbs do, without either: sources, devices, runs and their results. Knows no controls. */
@NullMarked
package org.hloexplorer.app.workbench;

import org.jspecify.annotations.NullMarked;
